import SwiftSyntax

/// A use of something that is gone when a binding runs again.
struct LocalUse {
  enum Declaration {
    case parameter
    case local
  }

  let name: TokenSyntax
  let declaration: Declaration

  /// The uses of a method's parameters and local declarations in a statement of its body.
  static func all(in statement: BindingStatement, of function: FunctionDeclSyntax) -> [LocalUse] {
    var outer: [String: Declaration] = [:]
    for parameter in function.signature.parameterClause.parameters {
      outer[(parameter.secondName ?? parameter.firstName).identifierText] = .parameter
    }
    for item in function.body?.statements ?? [] {
      for name in LocalNames.declared(by: item) { outer[name] = .local }
    }
    return statement.code.flatMap { code in
      let inner = LocalNames.declared(within: code)
      return UseFinder.uses(in: code).compactMap { name -> LocalUse? in
        // What the statement declares itself hides what is outside.
        guard let declaration = outer[name.identifierText], !inner.contains(name.identifierText) else { return nil }
        return LocalUse(name: name, declaration: declaration)
      }
    }
  }

  /// Finds names that are looked up by themselves, not as members.
  private final class UseFinder: SyntaxVisitor {
    private var names: [TokenSyntax] = []

    static func uses(in code: Syntax) -> [TokenSyntax] {
      let finder = UseFinder(viewMode: .sourceAccurate)
      finder.walk(code)
      return finder.names
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
      if node.parent?.as(MemberAccessExprSyntax.self)?.declName.id != node.id,
        node.parent?.is(KeyPathPropertyComponentSyntax.self) != true
      {
        names.append(node.baseName)
      }
      return .visitChildren
    }
  }
}

/// The names of local declarations.
private final class LocalNames: SyntaxVisitor {
  private var names: Set<String> = []
  private let entersScopes: Bool

  private init(entersScopes: Bool) {
    self.entersScopes = entersScopes
    super.init(viewMode: .sourceAccurate)
  }

  /// What the statements after this one can see.
  static func declared(by item: CodeBlockItemSyntax) -> Set<String> {
    let visitor = LocalNames(entersScopes: false)
    visitor.walk(item)
    return visitor.names
  }

  /// All that is declared anywhere in this code.
  static func declared(within code: Syntax) -> Set<String> {
    let visitor = LocalNames(entersScopes: true)
    visitor.walk(code)
    return visitor.names
  }

  private var scope: SyntaxVisitorContinueKind {
    entersScopes ? .visitChildren : .skipChildren
  }

  override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.identifier.identifierText)
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.name.identifierText)
    return scope
  }

  override func visit(_ node: ClosureShorthandParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert(node.name.identifierText)
    return .visitChildren
  }

  override func visit(_ node: ClosureParameterSyntax) -> SyntaxVisitorContinueKind {
    names.insert((node.secondName ?? node.firstName).identifierText)
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { scope }
  override func visit(_ node: CodeBlockSyntax) -> SyntaxVisitorContinueKind { scope }
  override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { scope }
  override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { scope }
  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { scope }
  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { scope }
}

extension TokenSyntax {
  /// The text without backquotes.
  var identifierText: String {
    identifier?.name ?? text
  }
}
