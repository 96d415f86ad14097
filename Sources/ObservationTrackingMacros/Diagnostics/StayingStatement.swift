import SwiftSyntax

/// A statement that reads properties without being a binding, so that changes are missed.
struct StayingStatement {
  /// The advice.
  enum Remedy: Equatable {
    case ifStatement
    case method
    case methodAtTheEnd
    /// With an equivalent statement.
    case forEach(String)
    /// With a call whose closure captures the read value.
    case capture(String)
    case elseBranch
    case noLabel
    case noVariable
    case noOperator
    case task
    case errorHandling
  }

  /// Its first token.
  let start: TokenSyntax
  /// The read member, in one line.
  let reading: String
  let remedy: Remedy

  /// The start of the statement.
  var text: String { start.text }

  /// Nil if the text shows nothing missed.
  init?(_ item: CodeBlockItemSyntax, _ locals: LocalDeclarations, in place: BindingPlace) {
    guard let start = item.firstToken(viewMode: .sourceAccurate) else { return nil }
    let late = LateReading.all(in: Syntax(item), locals, in: place).first
    guard
      let reading = Reading.first(in: [Syntax(item)], locals, includingOwnProperties: place.isObservable).map({
        Syntax($0)
      }) ?? item.bindingUnderCondition(locals)?.named ?? late.map({ Syntax($0.expression) })
    else { return nil }
    self.start = start
    self.reading = reading.quotation
    if let late, late.text == self.reading, let call = item.call, late.isOf(call) {
      remedy = .capture(late.example)
    } else {
      remedy = item.remedy
    }
  }
}

extension CodeBlockItemSyntax {
  /// The called function, also of a declaration's value.
  fileprivate var call: FunctionCallExprSyntax? {
    let expression = item.as(ExprSyntax.self) ?? item.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value
    return expression?.withoutKeywords.call
  }

  /// A statement that would be a binding outside of `#if`.
  fileprivate func bindingUnderCondition(_ locals: LocalDeclarations) -> BindingStatement? {
    let statements = item.as(IfConfigDeclSyntax.self)?.statements ?? []
    return statements.lazy.compactMap { BindingStatement($0, locals) ?? $0.bindingUnderCondition(locals) }.first
  }

  fileprivate var remedy: StayingStatement.Remedy {
    if item.is(GuardStmtSyntax.self) { return .ifStatement }
    if item.is(DeferStmtSyntax.self) { return .methodAtTheEnd }
    if item.is(VariableDeclSyntax.self) { return .noVariable }
    if let example = item.as(ForStmtSyntax.self)?.asForEach { return .forEach(example) }
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
  /// Whether `await` is among the preceding keywords.
  fileprivate var containsAwait: Bool {
    self.is(AwaitExprSyntax.self) || self.as(TryExprSyntax.self)?.expression.containsAwait == true
      || self.as(UnsafeExprSyntax.self)?.expression.containsAwait == true
  }
}

extension ForStmtSyntax {
  /// The equivalent call, in short; nil if there may be none.
  fileprivate var asForEach: String? {
    guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text, whereClause == nil, tryKeyword == nil,
      awaitKeyword == nil, sequence.isReceiver, LeavingStatements.keywords(in: [Syntax(body)]).isEmpty,
      !Syntax(body).contains([.breakStmt, .continueStmt]), let sequence = Syntax(sequence).inOneLine
    else { return nil }
    return "\(sequence).forEach { \(name) in … }"
  }
}

extension ExprSyntax {
  /// Whether a member of the expression can be read without parentheses.
  fileprivate var isReceiver: Bool {
    switch kind {
    case .arrayExpr, .declReferenceExpr, .functionCallExpr, .memberAccessExpr, .subscriptCallExpr: true
    default: false
    }
  }
}
