import SwiftSyntax

/// A statement that is no binding although it reads something, so that changes of that are missed.
struct StayingStatement {
  /// What to write instead.
  enum Remedy: Equatable {
    case ifStatement
    case method
    case methodAtTheEnd
    case elseBranch
    case noLabel
    case noVariable
    case noOperator
    case task
    case errorHandling
  }

  /// Its first token.
  let start: TokenSyntax
  /// What it reads, in one line.
  let reading: String
  let remedy: Remedy

  /// What it begins with.
  var text: String { start.text }

  /// Nil where nothing is missed, as far as the text shows it.
  init?(_ item: CodeBlockItemSyntax, _ locals: LocalDeclarations, in place: BindingPlace) {
    guard let start = item.firstToken(viewMode: .sourceAccurate),
      let reading = Reading.first(in: [Syntax(item)], locals, includingOwnProperties: place.isObservable)?
        .trimmedDescription ?? item.bindingUnderCondition(locals)?.named.trimmedDescription
    else { return nil }
    self.start = start
    self.reading = reading.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    remedy = item.remedy
  }
}

extension CodeBlockItemSyntax {
  /// What would be a binding outside of `#if`.
  fileprivate func bindingUnderCondition(_ locals: LocalDeclarations) -> BindingStatement? {
    let statements = item.as(IfConfigDeclSyntax.self)?.statements ?? []
    return statements.lazy.compactMap { BindingStatement($0, locals) ?? $0.bindingUnderCondition(locals) }.first
  }

  fileprivate var remedy: StayingStatement.Remedy {
    if item.is(GuardStmtSyntax.self) { return .ifStatement }
    if item.is(DeferStmtSyntax.self) { return .methodAtTheEnd }
    if item.is(VariableDeclSyntax.self) { return .noVariable }
    if let statement = item.as(LabeledStmtSyntax.self)?.statement {
      return statement.as(ExpressionStmtSyntax.self)?.expression.isBranching == true ? .noLabel : .method
    }
    let expression = item.as(ExprSyntax.self) ?? item.as(ExpressionStmtSyntax.self)?.expression
    guard let expression else { return .method }
    if expression.isBranching { return .elseBranch }
    if expression.is(InfixOperatorExprSyntax.self) || expression.is(SequenceExprSyntax.self) {
      return expression.assignment == nil ? .noOperator : .method
    }
    if expression.containsAwait { return .task }
    return expression.is(TryExprSyntax.self) ? .errorHandling : .method
  }
}

extension ExprSyntax {
  /// Whether there is an `await` among the keywords before it.
  fileprivate var containsAwait: Bool {
    self.is(AwaitExprSyntax.self) || self.as(TryExprSyntax.self)?.expression.containsAwait == true
      || self.as(UnsafeExprSyntax.self)?.expression.containsAwait == true
  }
}
