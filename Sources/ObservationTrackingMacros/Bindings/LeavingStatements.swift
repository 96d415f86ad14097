import SwiftSyntax

/// Finds what a binding can't contain, because it runs by itself and at once: `return`, `throw`, `try` and `await`.
final class LeavingStatements: SyntaxVisitor {
  private var keywords: [TokenSyntax] = []

  static func keywords(in statement: BindingStatement) -> [TokenSyntax] {
    let finder = LeavingStatements(viewMode: .sourceAccurate)
    for code in statement.code { finder.walk(code) }
    return finder.keywords
  }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    keywords.append(node.returnKeyword)
    return .visitChildren
  }

  override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
    keywords.append(node.throwKeyword)
    return .visitChildren
  }

  override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
    // `try?` and `try!` throw nothing.
    if node.questionOrExclamationMark == nil { keywords.append(node.tryKeyword) }
    return .visitChildren
  }

  override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
    keywords.append(node.awaitKeyword)
    return .visitChildren
  }

  // What is thrown and caught inside is no matter.
  override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
    node.catchClauses.isEmpty ? .visitChildren : .skipChildren
  }

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
