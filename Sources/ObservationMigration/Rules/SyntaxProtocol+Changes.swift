import SwiftSyntax

extension SyntaxProtocol {
  /// The changes of properties in code, in the order of the text, each with the expression that makes it.
  func changes(
    skipping skipped: Set<SyntaxKind>,
    entering isEntered: @escaping (Syntax) -> Bool = { _ in true }
  ) -> [(change: PropertyChange, node: ExprSyntax)] {
    nodes(ExprSyntax.self, skipping: skipped, entering: isEntered).flatMap { node in
      let changes: [PropertyChange?] =
        switch node.as(ExprSyntaxEnum.self) {
        case .sequenceExpr(let sequence): PropertyChange.all(in: sequence)
        case .inOutExpr(let argument): [PropertyChange(argument)]
        case .functionCallExpr(let call): [PropertyChange(call)]
        default: []
        }
      return changes.compactMap { change in change.map { ($0, node) } }
    }
  }
}

extension Syntax {
  /// All assignments in it.
  var assignments: [PropertyChange] { nodes(SequenceExprSyntax.self).flatMap { PropertyChange.all(in: $0) } }

  /// Whether code in it runs with the code around: everything but a closure that may be called later.
  var runsWhereItStands: Bool { self.as(ClosureExprSyntax.self)?.isCalledAtOnce ?? true }
}
