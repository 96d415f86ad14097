import SwiftSyntax
import SwiftSyntaxBuilder

/// The right side of an assignment.
struct AssignedValue {
  /// The assigning operator: `=`, or another operator ending in `=`.
  let sign: String
  /// Everything between the target and the first operand, except for the operator.
  let triviaBefore: [TriviaPiece]
  /// Operands and operators in their order: whether operators have been folded is up to the compiler.
  let operands: [ExprSyntax]

  fileprivate init(_ target: ExprSyntax, _ sign: ExprSyntax, _ operands: [ExprSyntax]) {
    self.sign = sign.trimmedDescription
    self.operands = operands
    triviaBefore =
      target.trailingTrivia.pieces + sign.leadingTrivia.pieces + sign.trailingTrivia.pieces
      + (operands.first?.leadingTrivia.pieces ?? [])
  }

  /// How many lines below the end of the target it begins.
  var linesBefore: Int {
    Trivia(pieces: triviaBefore).description.count(where: \.isNewline)
  }

  /// The white space at the start of the value's first line, if the value has lines of its own.
  ///
  /// - Parameter base: The white space at the start of the statement's first line.
  /// - Returns: Blanks; `base` if the value begins on the line of the target.
  func indentation(_ base: String) -> String {
    let trivia = Trivia(pieces: triviaBefore).description
    return trivia.lastIndex(where: \.isNewline).map { String(trivia[trivia.index(after: $0)...]) } ?? base
  }

  /// The value as a closure, if possible.
  var closure: ClosureExprSyntax? {
    operands.count == 1 ? operands[0].as(ClosureExprSyntax.self) : nil
  }

  /// Whether the value is an `if` or a `switch`, which can't be an argument.
  var isBranching: Bool {
    operands.count == 1 && operands[0].isBranching
  }

  /// Whether an inner closure of the value gets its type from the target.
  var containsClosureTypedByTarget: Bool {
    closure == nil && operands.contains { ClosureFinder.find(in: Syntax($0)) }
  }
}

/// Finds closures that aren't arguments, and don't get their type from there.
private final class ClosureFinder: SyntaxVisitor {
  private var isFound = false

  static func find(in node: Syntax) -> Bool {
    let finder = ClosureFinder(viewMode: .sourceAccurate)
    finder.walk(node)
    return finder.isFound
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind {
    isFound = true
    return .skipChildren
  }

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

/// The captures in a closure's list, to be evaluated elsewhere.
struct ClosureCaptures {
  /// The first item that is evaluated.
  let first: ClosureCaptureSyntax
  let values: [ExprSyntax]
  /// The list with the results in place of the values.
  let clause: ClosureCaptureClauseSyntax
}

extension ClosureExprSyntax {
  /// The captured values, as items for a variable of this name; `self` stays.
  ///
  /// The list must exist, and contain a read item.
  func captures(namedBy name: String) -> ClosureCaptures {
    guard var clause = signature?.capture else { preconditionFailure("The closure captures nothing.") }
    let evaluated = Array(clause.items).filter { $0.name.tokenKind != .keyword(.self) || $0.initializer != nil }
    guard let first = evaluated.first else { preconditionFailure("The closure captures nothing but 'self'.") }
    var number = 0
    clause.items = ClosureCaptureListSyntax(
      clause.items.map { item in
        guard item.name.tokenKind != .keyword(.self) || item.initializer != nil else { return item }
        let value: ExprSyntax = evaluated.count == 1 ? "\(raw: name)" : "\(raw: name).\(raw: number)"
        number += 1
        // The sign keeps the layout of the surrounding code.
        if let initializer = item.initializer { return item.with(\.initializer, initializer.with(\.value, value)) }
        let new = InitializerClauseSyntax(
          equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space),
          value: value
        )
        return item.with(\.initializer, new)
      }
    )
    let values = evaluated.map {
      $0.initializer?.value ?? ExprSyntax(DeclReferenceExprSyntax(baseName: $0.name.trimmed))
    }
    return ClosureCaptures(first: first, values: values, clause: clause)
  }
}

extension ExprSyntax {
  /// The sides of an assignment.
  var assignment: (target: ExprSyntax, value: AssignedValue)? {
    if let infix = self.as(InfixOperatorExprSyntax.self), infix.operator.assigns {
      return (infix.leftOperand, AssignedValue(infix.leftOperand, infix.operator, [infix.rightOperand]))
    }
    guard let elements = self.as(SequenceExprSyntax.self)?.elements.map({ $0 }), elements.count > 2,
      elements[1].assigns
    else { return nil }
    return (elements[0], AssignedValue(elements[0], elements[1], Array(elements[2...])))
  }

  /// Whether this is an operator like `=` and `+=`.
  private var assigns: Bool {
    if self.is(AssignmentExprSyntax.self) { return true }
    guard let sign = self.as(BinaryOperatorExprSyntax.self)?.operator.text else { return false }
    return sign.hasSuffix("=") && !Self.comparisons.contains(sign.drop { $0 == "." })
  }

  private static let comparisons: Set<Substring> = ["==", "!=", "===", "!==", "~=", "<=", ">="]
}
