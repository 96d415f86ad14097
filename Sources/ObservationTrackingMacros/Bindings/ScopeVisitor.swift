import SwiftSyntax

/// Walks through code of a method, and knows which names mean inner declarations.
class ScopeVisitor: SyntaxVisitor {
  let outer: LocalDeclarations
  /// Where names mean inner declarations.
  private var hidden: [String: [Range<AbsolutePosition>]] = [:]

  init(_ outer: LocalDeclarations) {
    self.outer = outer
    super.init(viewMode: .sourceAccurate)
  }

  /// Whether a name means an inner declaration. Ask after the walk.
  func isDeclaredInside(_ name: TokenSyntax) -> Bool {
    hidden[name.identifierText]?.contains { $0.contains(name.position) } == true
  }

  private func hide(_ names: [TokenSyntax], _ range: Range<AbsolutePosition>) {
    for name in names { hidden[name.identifierText, default: []].append(range) }
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let list = node.parent else { return .visitChildren }
    for (name, kind) in node.declarations {
      let end = name.parent?.ancestorBinding?.endPosition ?? node.endPosition
      hide([name], (kind.isSeenBefore ? list.position : end)..<list.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: ConditionElementSyntax) -> SyntaxVisitorContinueKind {
    let statement = node.parent?.parent
    // The names bound by a `guard` belong to the following statements as well.
    let end =
      statement?.as(IfExprSyntax.self)?.body.endPosition ?? statement?.as(WhileStmtSyntax.self)?.endPosition
      ?? statement?.as(GuardStmtSyntax.self)?.endPosition
    if let end { hide(node.condition.boundNames, node.endPosition..<end) }
    return .visitChildren
  }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    hide(node.pattern.boundNames, node.sequence.endPosition..<node.endPosition)
    return .visitChildren
  }

  override func visit(_ node: SwitchCaseSyntax) -> SyntaxVisitorContinueKind {
    if let label = node.label.as(SwitchCaseLabelSyntax.self) {
      hide(label.caseItems.flatMap(\.pattern.boundNames), label.position..<node.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind {
    hide(node.catchItems.flatMap { $0.pattern?.boundNames ?? [] }, node.position..<node.endPosition)
    if node.catchItems.isEmpty { hidden["error", default: []].append(node.position..<node.endPosition) }
    return .visitChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    hideNames(of: node)
    return .visitChildren
  }

  /// Hides the names of a closure's parameters, and of captures with a value, in the closure's statements.
  final func hideNames(of node: ClosureExprSyntax) {
    let end = node.endPosition
    for item in node.signature?.capture?.items ?? [] where item.initializer != nil {
      hide([item.name], node.statements.position..<end)
    }
    switch node.signature?.parameterClause {
    case .simpleInput(let parameters): hide(parameters.map(\.name), parameters.position..<end)
    case .parameterClause(let clause):
      hide(clause.parameters.map { $0.secondName ?? $0.firstName }, clause.position..<end)
    default: break
    }
  }

  /// Hides the names of captures without a value in the closure's statements.
  final func hideShorthandCaptures(of node: ClosureExprSyntax) {
    for item in node.signature?.capture?.items ?? [] where item.initializer == nil {
      hide([item.name], node.statements.position..<node.endPosition)
    }
  }

  override func visit(_ node: AccessorDeclSyntax) -> SyntaxVisitorContinueKind {
    for name in [node.parameters?.name.identifierText ?? "newValue", "oldValue"] {
      hidden[name, default: []].append(node.position..<node.endPosition)
    }
    return .visitChildren
  }

  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
    let names = node.signature.parameterClause.parameters.map { $0.secondName ?? $0.firstName }
    hide(names + (node.genericParameterClause?.parameters.map(\.name) ?? []), node.position..<node.endPosition)
    return .visitChildren
  }

  // Their members are looked up first.
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension Syntax {
  /// The part of a declaration with the declared name: others follow.
  fileprivate var ancestorBinding: PatternBindingSyntax? {
    self.as(PatternBindingSyntax.self) ?? parent?.ancestorBinding
  }
}
