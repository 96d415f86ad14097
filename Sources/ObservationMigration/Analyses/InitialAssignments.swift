import SwiftSyntax

/// Where does an initializer or `deinit` change a stored property of its own object, past its observers?
///
/// There a stored property's observers don't run. Those of a tracked property do, because its setter is called. They don't run for the
/// storage, `_name`, either.
final class InitialAssignments: SyntaxVisitor {
  /// The names, without `self`.
  private(set) var targets: [TokenSyntax] = []
  private let locals: Set<String>

  /// Looks through the body of an initializer, or of `deinit`.
  init(in body: CodeBlockSyntax, locals: Set<String>) {
    self.locals = locals
    super.init(viewMode: .sourceAccurate)
    walk(body)
  }

  // Code that is called runs observers, and so does `defer`.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: DeferStmtSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
    for target in node.assigned { add(target) }
    return .visitChildren
  }

  override func visit(_ node: InOutExprSyntax) -> SyntaxVisitorContinueKind {
    add(node.expression)
    return .visitChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let (base, name) = node.method, MutatingMethods.names.contains(name.text) { add(base) }
    return .visitChildren
  }

  private func add(_ target: ExprSyntax) {
    switch target.as(ExprSyntaxEnum.self) {
    case .declReferenceExpr(let reference):
      if !locals.contains(reference.baseName.identifierText) { targets.append(reference.baseName) }
    case .memberAccessExpr(let access):
      guard let base = access.base else { return }
      if base.isSelf {
        targets.append(access.declName.baseName)
      } else {
        add(base)
      }
    case .subscriptCallExpr(let call): add(call.calledExpression)
    case .optionalChainingExpr(let chain): add(chain.expression)
    case .forceUnwrapExpr(let unwrap): add(unwrap.expression)
    default: return
    }
  }
}
