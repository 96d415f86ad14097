import SwiftParser
import SwiftSyntax

extension DeclaredNames {
  /// Returns the sources with a suffix behind each name that one of them declares at its top level.
  static func madeUnique(in texts: [String], suffix: String) -> [String] {
    let files = texts.map { Parser.parse(source: $0) }
    let renaming = Renaming(names: Set(files.flatMap { namesAtTopLevel(of: $0.statements) }), suffix: suffix)
    return files.map { renaming.rewrite($0).description }
  }

  private static func namesAtTopLevel(of statements: CodeBlockItemListSyntax) -> [String] {
    statements.flatMap { statement -> [String] in
      guard case .decl(let declaration) = statement.item else { return [] }
      if let variable = declaration.as(VariableDeclSyntax.self) {
        return variable.bindings.flatMap { $0.pattern.tokens(viewMode: .sourceAccurate).map(\.text) }
      }
      if let conditional = declaration.as(IfConfigDeclSyntax.self) {
        return conditional.clauses.flatMap { clause -> [String] in
          guard case .statements(let statements) = clause.elements else { return [] }
          return namesAtTopLevel(of: statements)
        }
      }
      return declaration.asProtocol((any NamedDeclSyntax).self).map { [$0.name.text] } ?? []
    }
  }

  private final class Renaming: SyntaxRewriter {
    private let names: Set<String>
    private let suffix: String

    init(names: Set<String>, suffix: String) {
      self.names = names
      self.suffix = suffix
      super.init()
    }

    override func visit(_ token: TokenSyntax) -> TokenSyntax {
      guard case .identifier(let name) = token.tokenKind, names.contains(name) else { return token }
      return token.with(\.tokenKind, .identifier(name + suffix))
    }
  }
}
