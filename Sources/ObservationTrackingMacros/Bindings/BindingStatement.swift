import SwiftSyntax

/// A statement that can become a binding.
enum BindingStatement {
  /// The right side is what the binding depends on.
  case assignment(ExprSyntax, AssignedValue)
  /// A call: it depends on all that is read in it.
  case call(ExprSyntax)
  /// `if` or `switch`: it depends on all that is read in it, conditions and branches.
  case controlFlow(Syntax, firstOperation: Syntax)

  /// Nil for a statement that stays as it is.
  init?(_ item: CodeBlockItemSyntax) {
    if let operation = Self.operation(item) {
      self = operation
    } else if let statement = item.item.as(ExpressionStmtSyntax.self)?.expression ?? item.item.as(ExprSyntax.self),
      statement.is(IfExprSyntax.self) || statement.is(SwitchExprSyntax.self),
      let first = OperationFinder.first(in: statement)
    {
      self = .controlFlow(Syntax(statement), firstOperation: first)
    } else {
      return nil
    }
  }

  /// What the binding is named after.
  var named: Syntax {
    switch self {
    case .assignment(let target, _): Syntax(target)
    case .call(let call): Syntax(call)
    case .controlFlow(_, let first): first
    }
  }

  /// All of it.
  var code: [Syntax] {
    switch self {
    case .assignment(let target, let value): [Syntax(target)] + value.operands.map { Syntax($0) }
    case .call(let call): [Syntax(call)]
    case .controlFlow(let statement, _): [statement]
    }
  }

  /// Comments between the sides of an assignment, with a blank before each.
  var commentsInside: String {
    guard case .assignment(let target, let value) = self else { return "" }
    let trivia = target.trailingTrivia.pieces + value.triviaBefore
    return trivia.filter(\.isComment).map { piece in " " + piece.text }.joined()
  }

  /// A call or an assignment.
  private static func operation(_ item: CodeBlockItemSyntax) -> BindingStatement? {
    guard let expression = item.item.as(ExprSyntax.self) else { return nil }
    if let call = expression.as(FunctionCallExprSyntax.self) ?? expression.optionalCall {
      return call.staysAsItIs ? nil : .call(expression)
    }
    // To be assigned a closure, nothing is read.
    guard let (target, value) = expression.assignment, !target.is(DiscardAssignmentExprSyntax.self), !value.isClosure
    else { return nil }
    return .assignment(target, value)
  }

  /// Finds the first operation in the branches of a statement, by which it is named.
  private final class OperationFinder: SyntaxVisitor {
    private var found: Syntax?

    static func first(in expression: ExprSyntax) -> Syntax? {
      let finder = OperationFinder(viewMode: .sourceAccurate)
      finder.walk(expression)
      return finder.found
    }

    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
      guard found == nil else { return .skipChildren }
      if let operation = BindingStatement.operation(node) {
        found = operation.named
        return .skipChildren
      }
      return .visitChildren
    }

    override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  }
}

/// The right side of an assignment.
struct AssignedValue {
  /// What is between the operator and the first operand.
  let triviaBefore: [TriviaPiece]
  /// Operands and operators in their order: whether operators have been folded is up to the compiler.
  let operands: [ExprSyntax]

  fileprivate init(_ sign: ExprSyntax, _ operands: [ExprSyntax]) {
    self.operands = operands
    triviaBefore = sign.leadingTrivia.pieces + sign.trailingTrivia.pieces + (operands.first?.leadingTrivia.pieces ?? [])
  }

  fileprivate var isClosure: Bool {
    operands.count == 1 && operands[0].is(ClosureExprSyntax.self)
  }

  /// What its lines begin with, if it begins on a line of its own.
  var indentation: String? {
    guard let trivia = operands.first?.leadingTrivia.description, let newline = trivia.lastIndex(where: \.isNewline)
    else {
      return nil
    }
    return String(trivia[trivia.index(after: newline)...])
  }

  /// The text, without what is before and after it.
  var text: String {
    let first = operands.first?.leadingTrivia.sourceLength.utf8Length ?? 0
    let last = operands.last?.trailingTrivia.sourceLength.utf8Length ?? 0
    return String(decoding: operands.map(\.description).joined().utf8.dropFirst(first).dropLast(last), as: UTF8.self)
  }
}

extension TriviaPiece {
  /// The text of a comment.
  fileprivate var text: String {
    switch self {
    case .lineComment(let text), .blockComment(let text), .docLineComment(let text), .docBlockComment(let text): text
    default: ""
    }
  }
}

extension ExprSyntax {
  /// `label?.update(model.text)`.
  fileprivate var optionalCall: FunctionCallExprSyntax? {
    self.as(OptionalChainingExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
  }

  /// The sides of an assignment.
  var assignment: (target: ExprSyntax, value: AssignedValue)? {
    if let infix = self.as(InfixOperatorExprSyntax.self), infix.operator.is(AssignmentExprSyntax.self) {
      return (infix.leftOperand, AssignedValue(infix.operator, [infix.rightOperand]))
    }
    guard let elements = self.as(SequenceExprSyntax.self)?.elements.map({ $0 }), elements.count > 2,
      elements[1].is(AssignmentExprSyntax.self)
    else { return nil }
    return (elements[0], AssignedValue(elements[1], Array(elements[2...])))
  }
}

extension FunctionCallExprSyntax {
  /// What the superclass does is its own affair, and literals don't change.
  fileprivate var staysAsItIs: Bool {
    var base = calledExpression
    while let member = base.as(MemberAccessExprSyntax.self)?.base { base = member }
    if base.is(SuperExprSyntax.self) { return true }
    return !arguments.isEmpty && trailingClosure == nil && arguments.allSatisfy { $0.expression.isConstant }
  }
}

extension ExprSyntax {
  fileprivate var isConstant: Bool {
    switch kind {
    case .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr: true
    case .stringLiteralExpr:
      self.as(StringLiteralExprSyntax.self)!.segments.allSatisfy { $0.is(StringSegmentSyntax.self) }
    case .prefixOperatorExpr: self.as(PrefixOperatorExprSyntax.self)!.expression.isConstant
    case .arrayExpr: self.as(ArrayExprSyntax.self)!.elements.allSatisfy { $0.expression.isConstant }
    default: false
    }
  }
}
