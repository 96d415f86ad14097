import SwiftSyntax

extension ClosureExprSyntax {
  /// The only parameter, if it is named.
  struct ValueParameter {
    let name: TokenSyntax
    let type: TypeSyntax?
    /// Without parentheses, or with them where they hold a type.
    let range: Range<Int>
  }

  var valueParameter: ValueParameter? {
    switch signature?.parameterClause {
    case .simpleInput(let parameters) where parameters.count == 1:
      parameters.first.map { ValueParameter(name: $0.name, type: nil, range: $0.name.utf8Range) }
    case .parameterClause(let clause) where clause.parameters.count == 1:
      clause.parameters.first.map { parameter in
        let range = parameter.type == nil ? parameter.firstName.utf8Range : clause.utf8Range
        return ValueParameter(name: parameter.secondName ?? parameter.firstName, type: parameter.type, range: range)
      }
    default: nil
    }
  }

  /// Its own `return` statements, which a loop continues at.
  func ownReturns() throws(Pipeline.Decline) -> [ReturnStmtSyntax] {
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    if finder.isInLoop { throw Pipeline.Decline(reason: "it returns from inside a loop") }
    if finder.returns.contains(where: { $0.expression != nil }) {
      throw Pipeline.Decline(reason: "it returns a value")
    }
    return finder.returns
  }
}

private final class ReturnFinder: SyntaxVisitor {
  var returns: [ReturnStmtSyntax] = []
  var isInLoop = false
  private var loops = 0

  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

  override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind {
    loops += 1
    return .visitChildren
  }

  override func visitPost(_ node: ForStmtSyntax) { loops -= 1 }

  override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind {
    loops += 1
    return .visitChildren
  }

  override func visitPost(_ node: WhileStmtSyntax) { loops -= 1 }

  override func visit(_ node: RepeatStmtSyntax) -> SyntaxVisitorContinueKind {
    loops += 1
    return .visitChildren
  }

  override func visitPost(_ node: RepeatStmtSyntax) { loops -= 1 }

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    returns.append(node)
    if loops > 0 { isInLoop = true }
    return .visitChildren
  }
}
