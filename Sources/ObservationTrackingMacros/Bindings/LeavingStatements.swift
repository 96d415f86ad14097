import SwiftSyntax

/// Finds statements impossible in a binding, which runs by itself and at once: `return`, `throw`, `try` and `await`.
final class LeavingStatements: SyntaxVisitor {
  private var keywords: [TokenSyntax] = []
  /// The number of enclosing `do` statements that catch every error.
  private var catching = 0

  static func keywords(in code: [Syntax]) -> [TokenSyntax] {
    let finder = LeavingStatements(viewMode: .sourceAccurate)
    for node in code { finder.walk(node) }
    return finder.keywords
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    keywords.append(node.returnKeyword)
    return .visitChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    if catching == 0 { keywords.append(node.throwKeyword) }
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    // `try?` and `try!` throw nothing.
    if node.questionOrExclamationMark == nil, catching == 0 { keywords.append(node.tryKeyword) }
    return .visitChildren
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    keywords.append(node.awaitKeyword)
    return .visitChildren
  }

  // Errors thrown and caught inside don't matter.
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    let catches = node.catchClauses.contains(where: \.catchesEverything)
    if catches { catching += 1 }
    walk(node.body)
    if catches { catching -= 1 }
    for clause in node.catchClauses { walk(clause) }
    return .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: AccessorBlockSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}

extension CatchClauseSyntax {
  /// Without a pattern, or with a pattern that only names the error.
  fileprivate var catchesEverything: Bool {
    catchItems.isEmpty
      || catchItems.contains { item in
        guard item.whereClause == nil, let pattern = item.pattern else { return false }
        if let binding = pattern.as(ValueBindingPatternSyntax.self) {
          return binding.pattern.is(IdentifierPatternSyntax.self) || binding.pattern.is(WildcardPatternSyntax.self)
        }
        return pattern.is(WildcardPatternSyntax.self)
          || pattern.as(ExpressionPatternSyntax.self)?.expression.is(DiscardAssignmentExprSyntax.self) == true
      }
  }
}
