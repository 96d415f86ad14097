import SwiftSyntax

/// A statement that is a binding.
struct BindingStatement {
  enum Form {
    /// The right side is what the binding depends on.
    case assignment(ExprSyntax, AssignedValue)
    /// A call, `if`, `switch`, or `do` with `catch`: the binding depends on all that is read in it.
    case whole(Syntax)
  }

  let form: Form
  /// What the binding is named after.
  let named: Syntax

  /// Nil for a statement that stays as it is.
  init?(_ item: CodeBlockItemSyntax, _ locals: LocalDeclarations) {
    if let expression = item.item.as(ExprSyntax.self) {
      // What throws nothing itself.
      let inner = expression.withoutKeywords { ($0.as(TryExprSyntax.self)?.questionOrExclamationMark) != nil }
      guard let operation = Operation(inner), operation.isBinding(locals) else { return nil }
      named = operation.named
      // A keyword holds for both sides, which stay together.
      if case .assignment(let target, let value) = operation, inner == expression, target == target.withoutKeywords {
        form = .assignment(target, value)
      } else {
        form = .whole(Syntax(expression))
      }
    } else {
      guard let statement = item.branching else { return nil }
      let operations = OperationFinder.all(in: statement)
      if let binding = operations.first(where: { $0.isBinding(locals) }) {
        named = binding.named
      } else {
        // What leaves the method, and does nothing that would be a binding, is there to leave it.
        guard let first = operations.first, LeavingStatements.keywords(in: [statement]).isEmpty,
          Reading.first(in: [statement], locals, includingNames: true) != nil
        else { return nil }
        named = first.named
      }
      form = .whole(statement)
    }
  }

  /// All of it.
  var code: [Syntax] {
    switch form {
    case .assignment(let target, let value): [Syntax(target)] + value.operands.map { Syntax($0) }
    case .whole(let statement): [statement]
    }
  }

  /// Comments between the sides of an assignment, with a blank before each.
  var commentsInside: String {
    guard case .assignment(let target, let value) = form else { return "" }
    let trivia = target.trailingTrivia.pieces + value.triviaBefore
    return trivia.filter(\.isComment).map { piece in " " + piece.text }.joined()
  }
}

/// What a statement does: it calls something, or assigns something.
private enum Operation {
  case assignment(ExprSyntax, AssignedValue)
  case call(FunctionCallExprSyntax, ExprSyntax)

  init?(_ expression: ExprSyntax) {
    if let call = expression.call {
      self = .call(call, expression)
    } else if let (target, value) = expression.assignment, !target.is(DiscardAssignmentExprSyntax.self) {
      self = .assignment(target, value)
    } else {
      return nil
    }
  }

  var named: Syntax {
    switch self {
    case .assignment(let target, _): Syntax(target.withoutKeywords)
    case .call(_, let expression): Syntax(expression)
    }
  }

  /// Whether it is a binding by itself: it may read something.
  func isBinding(_ locals: LocalDeclarations) -> Bool {
    switch self {
    case .assignment(_, let value):
      // To be assigned a closure, nothing is read but what it captures; and to add a constant again is not meant.
      if value.sign == "=", value.operands.count > 1 || value.operands.first?.is(ClosureExprSyntax.self) != true {
        return true
      }
      return Reading.first(in: value.operands.map { Syntax($0) }, locals) != nil
    case .call(let call, _):
      // What the superclass does is its own affair.
      if call.isOfSuperclass { return Reading.first(in: [Syntax(call)], locals) != nil }
      return !call.readsNothing
    }
  }
}

/// Finds what the branches of a statement do, in the order of the source.
private final class OperationFinder: SyntaxVisitor {
  private var found: [Operation] = []

  static func all(in statement: Syntax) -> [Operation] {
    let finder = OperationFinder(viewMode: .sourceAccurate)
    finder.walk(statement)
    return finder.found
  }

  override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
    guard let operation = node.item.as(ExprSyntax.self).flatMap({ Operation($0.withoutKeywords) }) else {
      return .visitChildren
    }
    found.append(operation)
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension CodeBlockItemSyntax {
  /// The statement, if it is an `if`, a `switch`, or a `do` that catches errors.
  fileprivate var branching: Syntax? {
    if let expression = item.as(ExpressionStmtSyntax.self)?.expression, expression.isBranching {
      return Syntax(expression)
    }
    return item.as(DoStmtSyntax.self).flatMap { $0.catchClauses.isEmpty ? nil : Syntax($0) }
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
  var isBranching: Bool {
    self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self)
  }

  /// The call that this is, also `label?.update(model.text)`.
  var call: FunctionCallExprSyntax? {
    self.as(FunctionCallExprSyntax.self)
      ?? self.as(OptionalChainingExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
  }

  /// The expression without `try`, `await` and `unsafe` before it.
  var withoutKeywords: ExprSyntax {
    withoutKeywords { _ in true }
  }

  /// The expression without `unsafe`, `await` and those of `try` before it that…
  fileprivate func withoutKeywords(_ isLeftOut: (ExprSyntax) -> Bool) -> ExprSyntax {
    if let inner = self.as(UnsafeExprSyntax.self)?.expression { return inner.withoutKeywords(isLeftOut) }
    guard let inner = self.as(TryExprSyntax.self)?.expression ?? self.as(AwaitExprSyntax.self)?.expression,
      isLeftOut(self)
    else { return self }
    return inner.withoutKeywords(isLeftOut)
  }
}

extension FunctionCallExprSyntax {
  fileprivate var isOfSuperclass: Bool {
    var base = calledExpression
    while let member = base.as(MemberAccessExprSyntax.self)?.base { base = member }
    return base.is(SuperExprSyntax.self)
  }

  /// Functions of the standard library read only what they are given, and literals don't change.
  fileprivate var readsNothing: Bool {
    guard let name = calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
    return Self.functionsOfTheStandardLibrary.contains(name) && trailingClosure == nil
      && arguments.allSatisfy(\.expression.isConstant)
  }

  private static let functionsOfTheStandardLibrary: Set = [
    "assert", "assertionFailure", "debugPrint", "dump", "fatalError", "precondition", "preconditionFailure", "print",
  ]
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
