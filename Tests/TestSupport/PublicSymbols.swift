#if os(Linux)
  import Foundation

  /// What is public in a module of this package.
  package struct PublicSymbols {
    private struct Graph: Decodable {
      struct Symbol: Decodable {
        struct Identifier: Decodable {
          let precise: String
        }

        struct Comment: Decodable {}

        let identifier: Identifier
        let pathComponents: [String]
        let docComment: Comment?

        /// Whether it stands in the sources. What a protocol gives to a type is documented there.
        var isWritten: Bool { !identifier.precise.contains("::SYNTHESIZED::") }
      }

      let symbols: [Symbol]
    }

    package let count: Int

    /// The names of those without a doc comment.
    package let undocumented: [String]

    /// Reads what was built beside this test.
    package init(of module: String) throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let result = try Compiler.extractSymbols(of: module, to: folder)
      guard result.isSuccess else { throw Failure(output: result.output) }
      let data = try Data(contentsOf: folder.appending(path: "\(module).symbols.json"))
      let symbols = try JSONDecoder().decode(Graph.self, from: data).symbols.filter(\.isWritten)
      count = symbols.count
      undocumented = symbols.filter { $0.docComment == nil }.map { $0.pathComponents.joined(separator: ".") }
    }

    /// The tool that lists symbols has failed.
    package struct Failure: Error {
      let output: String
    }
  }
#endif
