import SwiftSyntax

/// The key paths without a type that the getter of an overriding property passes to `derived`.
final class OverriddenKeyPaths: SyntaxVisitor {
  private var keyPaths: [KeyPathExprSyntax] = []

  /// Those of a member of a class: none, if that doesn't override a property.
  static func all(of member: DeclSyntax) -> [KeyPathExprSyntax] {
    guard let property = member.as(VariableDeclSyntax.self), property.isOverride,
      !property.modifiers.contains(where: \.isForType)
    else { return [] }
    let visitor = OverriddenKeyPaths(viewMode: .sourceAccurate)
    for getter in property.bindings.compactMap(\.getter) { visitor.walk(getter) }
    return visitor.keyPaths
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if node.callsOwnDerived, let argument = node.arguments.first, argument.label == nil,
      let keyPath = argument.expression.as(KeyPathExprSyntax.self), keyPath.root == nil
    {
      keyPaths.append(keyPath)
    }
    return .visitChildren
  }

  // Their `self` is another.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension FunctionCallExprSyntax {
  /// Whether this is `derived(…)` or `self.derived(…)`, and not a method of something else.
  fileprivate var callsOwnDerived: Bool {
    let member = calledExpression.as(MemberAccessExprSyntax.self)
    if let member {
      guard member.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) else { return false }
    }
    let called = member?.declName ?? calledExpression.as(DeclReferenceExprSyntax.self)
    return called?.baseName.identifierText == "derived"
  }
}

extension PatternBindingSyntax {
  /// The code of the getter, if there is one.
  fileprivate var getter: CodeBlockItemListSyntax? {
    switch accessorBlock?.accessors {
    case .getter(let statements): statements
    case .accessors(let accessors):
      accessors.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
    default: nil
    }
  }
}
