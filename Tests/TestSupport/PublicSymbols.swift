#if os(Linux)
  package import Foundation

  /// What is public in a module of this package.
  package struct PublicSymbols {
    private let graph: SymbolGraph

    package var count: Int { graph.symbols.count }

    /// The names of those without a doc comment.
    package var undocumented: [String] {
      graph.symbols.filter { $0.docComment == nil }.map { $0.pathComponents.joined(separator: ".") }
    }

    /// Reads what was built beside this test.
    package init(of module: String) throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try self.init(of: module, in: folder)
    }

    /// Reads a module that is in the folder, or was built beside this test.
    package init(of module: String, in folder: URL) throws {
      let result = try Compiler.extractSymbols(of: module, to: folder)
      guard result.isSuccess else { throw Failure(output: result.output) }
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      // What extends another module is in a file of its own, named after both.
      let graphs = try files.filter { file in
        file.lastPathComponent == "\(module).symbols.json"
          || file.lastPathComponent.hasPrefix("\(module)@") && file.pathExtension == "json"
      }
      .sorted { $0.path < $1.path }
      .map { try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: $0)) }
      graph = SymbolGraph(
        // What a protocol gives to a type is declared, and documented, there.
        symbols: graphs.flatMap(\.symbols).filter { !$0.identifier.precise.contains("::SYNTHESIZED::") },
        relationships: graphs.flatMap(\.relationships)
      )
    }

    /// All declarations, as a page lists them: those of a type below it, former names last.
    package var page: String {
      let names = Dictionary(graph.symbols.map { ($0.identifier.precise, $0.pathComponents) }) { first, _ in first }
      var conformances: [String: [String]] = [:]
      var conditional: [[String]: Set<String>] = [:]
      var superclasses: [String: String] = [:]
      for relationship in graph.relationships where relationship.kind == "inheritsFrom" {
        superclasses[relationship.source] = names[relationship.target]?.joined(separator: ".")
      }
      for relationship in graph.relationships where relationship.kind == "conformsTo" {
        let name =
          names[relationship.target]?.joined(separator: ".") ?? relationship.targetFallback?.split(separator: ".").last
          .map(String.init) ?? ""
        if let constraints = relationship.swiftConstraints?.text, let path = names[relationship.source] {
          if !Self.implied.contains(name) {
            conditional[path, default: []].insert(
              "extension \(path.joined(separator: ".")): \(name) where \(constraints)"
            )
          }
        } else {
          conformances[relationship.source, default: []].append(name)
        }
      }
      func lines(_ isListed: (SymbolGraph.Symbol) -> Bool) -> String {
        let listed = graph.symbols.filter(isListed)
        let byPath = Dictionary(grouping: listed) { $0.pathComponents.dropLast().joined(separator: ".") }
        func members(of path: [String]) -> [String] {
          let here = (byPath[path.joined(separator: ".")] ?? []).sorted { $0.order < $1.order }
          return here.flatMap { symbol -> [String] in
            let indentation = String(repeating: "  ", count: path.count)
            let inherited =
              symbol.isType
              ? Self.clause(superclasses[symbol.identifier.precise], conformances[symbol.identifier.precise] ?? []) : ""
            return [indentation + symbol.declaration(inheriting: inherited)] + members(of: symbol.pathComponents)
              + (conditional[symbol.pathComponents] ?? []).sorted().map { indentation + $0 }
          }
        }
        // A member whose type isn't listed with it names that.
        let known = Set(listed.map { $0.pathComponents.joined(separator: ".") })
        let others = listed.filter { symbol in
          symbol.pathComponents.count > 1 && !known.contains(symbol.pathComponents.dropLast().joined(separator: "."))
        }
        return
          (members(of: [])
          + others.sorted { ($0.pathComponents.joined(), $0.order) < ($1.pathComponents.joined(), $1.order) }.map {
            "extension \($0.pathComponents.dropLast().joined(separator: ".")) { \($0.declaration(inheriting: "")) }"
          }).joined(separator: "\n")
      }
      let former = lines(\.isDeprecated)
      return "```swift\n\(lines { !$0.isDeprecated })\n```\n"
        + (former.isEmpty ? "" : "\nFormer names, which are deprecated:\n\n```swift\n\(former)\n```\n")
    }

    /// What every type has, or has by another conformance.
    private static let implied: Set<String> = [
      "BitwiseCopyable", "Copyable", "Equatable", "Escapable", "ExpressibleByArrayLiteral", "RawRepresentable",
      "SendableMetatype", "SetAlgebra",
    ]

    private static func clause(_ superclass: String?, _ conformances: [String]) -> String {
      var names = Set(conformances).subtracting(implied)
      if conformances.contains("Equatable"), names.isDisjoint(with: ["Hashable", "Comparable"]) {
        names.insert("Equatable")
      }
      let all = (superclass.map { [$0] } ?? []) + names.sorted()
      return all.isEmpty ? "" : ": " + all.joined(separator: ", ")
    }

    /// The tool that lists symbols has failed.
    package struct Failure: Error {
      let output: String
    }
  }

  /// The file that the tool writes, as far as it's needed.
  private struct SymbolGraph: Decodable {
    struct Symbol: Decodable {
      struct Identifier: Decodable { let precise: String }
      struct Kind: Decodable { let identifier: String }
      struct Names: Decodable { let title: String }
      struct Comment: Decodable {}
      struct Fragment: Decodable { let spelling: String }
      struct Extension: Decodable { let constraints: [Constraint]? }

      struct Availability: Decodable {
        let isUnconditionallyDeprecated: Bool?
      }

      let identifier: Identifier
      let kind: Kind
      let names: Names
      let pathComponents: [String]
      let docComment: Comment?
      let declarationFragments: [Fragment]
      let swiftExtension: Extension?
      let availability: [Availability]?
      let accessLevel: String
    }

    struct Constraint: Decodable {
      let kind: String
      let lhs: String
      let rhs: String
    }

    struct Relationship: Decodable {
      let kind: String
      let source: String
      let target: String
      let targetFallback: String?
      let swiftConstraints: [Constraint]?
    }

    let symbols: [Symbol]
    let relationships: [Relationship]
  }

  extension SymbolGraph.Symbol {
    var isDeprecated: Bool { availability?.contains { $0.isUnconditionallyDeprecated == true } == true }

    var isType: Bool { ["class", "struct", "enum", "protocol", "actor"].contains(kindName) }

    private var kindName: String { String(kind.identifier.dropFirst("swift.".count)) }

    /// Cases first, types last, and everything by name.
    var order: String {
      let kinds =
        ["enum.case", "associatedtype", "init", "type.property", "type.method", "type.subscript"]
        + ["property", "subscript", "method", "func.op", "typealias", "macro", "func"]
      let place = kinds.firstIndex(of: kindName) ?? kinds.count
      return String(UnicodeScalar(UInt8(ascii: "a") + UInt8(place))) + names.title + text
    }

    private var text: String {
      (accessLevel == "open" ? "open " : "")
        + declarationFragments.map(\.spelling).joined().replacing("\n", with: " ").replacing(" : ", with: ": ")
    }

    /// The declaration in one line, with the constraints of the extension that it's in.
    func declaration(inheriting clause: String) -> String {
      var text = text
      // A protocol has been written with some of what it inherits.
      let clause = kindName == "protocol" && text.contains(": ") ? "" : clause
      if let range = text.range(of: " where "), isType {
        text.insert(contentsOf: clause, at: range.lowerBound)
      } else {
        text += clause
      }
      guard let constraints = swiftExtension?.constraints?.text else { return text }
      return text + (text.contains(" where ") ? ", " : " where ") + constraints
    }
  }

  extension [SymbolGraph.Constraint] {
    /// As they're written; nil if they say nothing.
    fileprivate var text: String? {
      let all = filter { constraint in
        !["Copyable", "Escapable", "SendableMetatype"].contains(constraint.rhs)
          && !(constraint.lhs == "Failure" && constraint.rhs == "Error")
      }
      .map { $0.kind == "sameType" ? "\($0.lhs) == \($0.rhs)" : "\($0.lhs): \($0.rhs)" }
      return all.isEmpty ? nil : all.joined(separator: ", ")
    }
  }
#endif
