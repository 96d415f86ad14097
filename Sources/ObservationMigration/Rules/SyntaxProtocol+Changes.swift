import SwiftSyntax

extension SyntaxProtocol {
  /// The changes of properties in code, in the order of the text, each with the expression that makes it.
  func changes(
    skipping skipped: Set<SyntaxKind>,
    entering isEntered: @escaping (Syntax) -> Bool = { _ in true }
  ) -> [(change: PropertyChange, node: ExprSyntax)] {
    nodes(ExprSyntax.self, skipping: skipped, entering: isEntered).flatMap { node in
      node.changes.map { ($0, node) }
    }
  }
}

extension ExprSyntax {
  /// The changes of properties by the expression itself, without the expressions inside.
  var changes: [PropertyChange] {
    switch self.as(ExprSyntaxEnum.self) {
    case .sequenceExpr(let sequence): PropertyChange.all(in: sequence)
    case .inOutExpr(let argument): PropertyChange(argument).map { [$0] } ?? []
    case .functionCallExpr(let call): PropertyChange(call).map { [$0] } ?? []
    default: []
    }
  }
}

extension Syntax {
  /// All assignments in it.
  var assignments: [PropertyChange] { nodes(SequenceExprSyntax.self).flatMap { PropertyChange.all(in: $0) } }

  /// Whether code in it runs with the code around: everything but a closure that may be called later.
  var runsWhereItStands: Bool { self.as(ClosureExprSyntax.self)?.isCalledAtOnce ?? true }
}
