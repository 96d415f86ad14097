import SwiftSyntax

extension ClosureExprSyntax {
  /// The only named parameter, with its range, which includes the parentheses only if the parameter has a type.
  var valueParameter: (name: TokenSyntax, type: TypeSyntax?, range: Range<Int>)? {
    switch signature?.parameterClause {
    case .simpleInput(let parameters) where parameters.count == 1:
      parameters.first.map { (name: $0.name, type: nil as TypeSyntax?, range: $0.name.utf8Range) }
    case .parameterClause(let clause) where clause.parameters.count == 1:
      clause.parameters.first.map { parameter in
        let range = parameter.type == nil ? parameter.firstName.utf8Range : clause.utf8Range
        return (name: parameter.secondName ?? parameter.firstName, type: parameter.type, range: range)
      }
    default: nil
    }
  }

  /// The places of `$0`; nil if an inner closure has one of its own.
  var shorthands: [TokenSyntax]? {
    let places = statements.tokens(viewMode: .sourceAccurate).filter { $0.text == "$0" }
    let isNested = places.contains { place in place.ancestors.first { $0.is(ClosureExprSyntax.self) }?.id != id }
    return isNested ? nil : places
  }

  /// Its own `return` statements, each a `continue` of a loop.
  func ownReturns() throws(Pipeline.Decline) -> [ReturnStmtSyntax] {
    let returns = statements.nodes(ReturnStmtSyntax.self, skipping: [.closureExpr, .functionDecl])
    let isInLoop = returns.contains { statement in
      statement.ancestors.prefix { $0.id != id }.contains { [.forStmt, .whileStmt, .repeatStmt].contains($0.kind) }
    }
    if isInLoop { throw Pipeline.Decline(reason: "it returns from inside a loop") }
    if returns.contains(where: { $0.expression != nil }) { throw Pipeline.Decline(reason: "it returns a value") }
    return returns
  }
}
