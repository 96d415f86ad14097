import SwiftSyntax

/// The right side of an assignment.
struct AssignedValue {
  /// What assigns it: `=`, or another operator that ends in it.
  let sign: String
  /// What is between the operator and the first operand.
  let triviaBefore: [TriviaPiece]
  /// Operands and operators in their order: whether operators have been folded is up to the compiler.
  let operands: [ExprSyntax]

  fileprivate init(_ sign: ExprSyntax, _ operands: [ExprSyntax]) {
    self.sign = sign.trimmedDescription
    self.operands = operands
    triviaBefore = sign.leadingTrivia.pieces + sign.trailingTrivia.pieces + (operands.first?.leadingTrivia.pieces ?? [])
  }

  /// What its lines begin with, if it begins on a line of its own.
  var indentation: String? {
    guard let trivia = operands.first?.leadingTrivia.description, let newline = trivia.lastIndex(where: \.isNewline)
    else {
      return nil
    }
    return String(trivia[trivia.index(after: newline)...])
  }
}

extension ExprSyntax {
  /// The sides of an assignment.
  var assignment: (target: ExprSyntax, value: AssignedValue)? {
    if let infix = self.as(InfixOperatorExprSyntax.self), infix.operator.assigns {
      return (infix.leftOperand, AssignedValue(infix.operator, [infix.rightOperand]))
    }
    guard let elements = self.as(SequenceExprSyntax.self)?.elements.map({ $0 }), elements.count > 2,
      elements[1].assigns
    else { return nil }
    return (elements[0], AssignedValue(elements[1], Array(elements[2...])))
  }

  /// Whether this is an operator like `=` and `+=`.
  private var assigns: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let sign = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return sign.hasSuffix("=") && !Self.comparisons.contains(sign.drop { $0 == "." })
  }

  private static let comparisons: Set<Substring> = ["==", "!=", "===", "!==", "~=", "<=", ">="]
}
