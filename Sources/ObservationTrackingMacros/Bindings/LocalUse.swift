import SwiftSyntax

/// A use of a local declaration that no longer exists when a binding runs again.
struct LocalUse {
  /// The replacement to write.
  enum Remedy: Equatable {
    case parameter
    case property
    case value(String)
    case ifStatement(String)
    case method
    case methodForClosure
    case type
    case genericParameter
  }

  let name: TokenSyntax
  let declaration: LocalDeclarations.Kind
  /// `if let name`, which declares a name and uses the outer declaration of the name.
  let isShorthand: Bool
  /// Alone in a capture list.
  var isCaptured: Bool { name.parent?.is(ClosureCaptureSyntax.self) == true }

  /// The code of the constant's value, if the name is a constant.
  func value(in statement: BindingStatement, _ locals: LocalDeclarations) -> LocalValueCode? {
    guard case .local(let value) = declaration else { return nil }
    return value?.code(in: statement, locals)
  }

  /// The replacement to write.
  func remedy(in statement: BindingStatement, _ locals: LocalDeclarations) -> Remedy {
    switch declaration {
    case .parameter: .parameter
    case .genericParameter: .genericParameter
    case .local: value(in: statement, locals).map { .value($0.text) } ?? .property
    case .unwrapped(let conditions): Syntax(conditions).inOneLine.map { .ifStatement($0) } ?? .property
    case .closure: .methodForClosure
    case .function: .method
    case .type: .type
    }
  }

  /// The uses of a method's parameters and local declarations in a statement of its body.
  static func all(of locals: LocalDeclarations, in statement: BindingStatement) -> [LocalUse] {
    statement.code.flatMap { UseFinder.uses(of: locals, in: $0) }
  }
}

/// Finds names that are looked up by themselves, not as members, unless the code itself declares them.
private final class UseFinder: ScopeVisitor {
  private var uses: [LocalUse] = []

  static func uses(of outer: LocalDeclarations, in code: Syntax) -> [LocalUse] {
    let finder = UseFinder(outer)
    finder.walk(code)
    return finder.uses.filter { !finder.isDeclaredInside($0.name) }
  }

  private func add(_ name: TokenSyntax, isShorthand: Bool = false) {
    guard let declaration = outer[name.identifierText] else { return }
    uses.append(LocalUse(name: name, declaration: declaration, isShorthand: isShorthand))
  }

  override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
    if !node.isMember { add(node.baseName) }
    return .visitChildren
  }

  override func visit(_ node: ClosureCaptureSyntax) -> SyntaxVisitorContinueKind {
    if node.initializer == nil { add(node.name) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    hideShorthandCaptures(of: node)
    return super.visit(node)
  }

  override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
    if outer[node.name.identifierText] == .genericParameter || outer[node.name.identifierText] == .type {
      add(node.name)
    }
    return .visitChildren
  }

  override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
    guard node.initializer == nil, let name = node.pattern.as(IdentifierPatternSyntax.self)?.identifier else {
      return .visitChildren
    }
    add(name, isShorthand: true)
    return .visitChildren
  }
}

extension DeclReferenceExprSyntax {
  /// Whether the name is looked up in a preceding base.
  var isMember: Bool {
    parent?.as(MemberAccessExprSyntax.self)?.declName.id == id
      || parent?.is(KeyPathPropertyComponentSyntax.self) == true
  }
}
