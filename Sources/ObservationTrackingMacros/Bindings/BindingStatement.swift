import SwiftSyntax

/// A statement that is a binding.
struct BindingStatement {
  enum Form {
    /// The binding depends on the right side.
    case assignment(ExprSyntax, AssignedValue)
    /// A call, `if`, `switch`, or `do` with `catch`: the binding depends on everything read inside.
    case whole(Syntax)
  }

  let form: Form
  /// The code for the binding's name.
  let named: Syntax

  /// Nil for a statement without a binding.
  init?(_ item: CodeBlockItemSyntax, _ locals: LocalDeclarations) {
    if let expression = item.item.as(ExprSyntax.self) {
      // A statement that throws nothing itself.
      let inner = expression.withoutKeywords { ($0.as(TryExprSyntax.self)?.questionOrExclamationMark) != nil }
      guard let operation = Operation(inner), operation.isBinding(locals) else { return nil }
      named = operation.named
      // A keyword applies to both sides, and a closure gets its type from the other side, so the sides stay together.
      if case .assignment(let target, let value) = operation, inner == expression, target == target.withoutKeywords,
        !value.containsClosureTypedByTarget
      {
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
        // A statement that leaves the method, without a binding inside, is only there to leave.
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
    guard case .assignment(_, let value) = form else { return "" }
    return value.triviaBefore.filter(\.isComment).map { piece in " " + piece.text }.joined()
  }
}

extension CodeBlockItemSyntax {
  /// The statement as an `if`, a `switch`, or a `do` that catches errors.
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

  /// The expression as a call, also `label?.update(model.text)`.
  var call: FunctionCallExprSyntax? {
    self.as(FunctionCallExprSyntax.self)
      ?? self.as(OptionalChainingExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
  }

  /// The expression without `try`, `await` and `unsafe` before it.
  var withoutKeywords: ExprSyntax {
    withoutKeywords { _ in true }
  }

  /// The expression without `unsafe`, `await` and every preceding `try` that…
  func withoutKeywords(_ isLeftOut: (ExprSyntax) -> Bool) -> ExprSyntax {
    if let inner = self.as(UnsafeExprSyntax.self)?.expression { return inner.withoutKeywords(isLeftOut) }
    guard let inner = self.as(TryExprSyntax.self)?.expression ?? self.as(AwaitExprSyntax.self)?.expression,
      isLeftOut(self)
    else { return self }
    return inner.withoutKeywords(isLeftOut)
  }
}
