#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Everything public has a doc comment.
  @Suite struct PublicSymbolsTests {
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

    @Test(arguments: ["ObservationBridge", "ObservationBridgeTesting", "ObservationTracking", "SwiftObserver"])
    func everythingPublicIsDocumented(module: String) throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let result = try Compiler.extractSymbols(of: module, to: folder)
      try #require(result.isSuccess, "\(result.output)")
      let data = try Data(contentsOf: folder.appending(path: "\(module).symbols.json"))
      let symbols = try JSONDecoder().decode(Graph.self, from: data).symbols.filter(\.isWritten)
      #expect(!symbols.isEmpty)
      #expect(symbols.filter { $0.docComment == nil }.map { $0.pathComponents.joined(separator: ".") } == [])
    }
  }
#endif
