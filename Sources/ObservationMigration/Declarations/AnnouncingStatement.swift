import SwiftSyntax

extension CodeBlockItemSyntax {
  /// The calls of `objectWillChange.send()` of which a statement consists: a call alone, in a hop to another queue, in
  /// `defer`, or behind a condition. Nil if the statement does anything else.
  var announcingCalls: [FunctionCallExprSyntax]? {
    if let calls = expression?.announcingCalls { return calls }
    if let postponed { return postponed.body.statements.announcingCalls }
    guard let conditional = announcingCondition?.parent?.parent?.parent?.as(IfExprSyntax.self) else { return nil }
    return conditional.body.statements.announcingCalls
  }

  /// The expression of a statement, also `if` and `switch`.
  var expression: ExprSyntax? { item.as(ExprSyntax.self) ?? item.as(ExpressionStmtSyntax.self)?.expression }

  var postponed: DeferStmtSyntax? { item.as(DeferStmtSyntax.self).flatMap { $0.body.hasComment ? nil : $0 } }

  /// The condition of `if … { objectWillChange.send() }` without other statements.
  var announcingCondition: ExprSyntax? {
    guard let conditional = expression?.as(IfExprSyntax.self), conditional.elseKeyword == nil,
      conditional.conditions.count == 1, !conditional.body.hasComment,
      case .expression(let condition)? = conditional.conditions.first?.condition,
      conditional.body.statements.announcingCalls != nil
    else { return nil }
    return condition
  }

  /// `guard let self else { return }`
  var unwrapsSelf: Bool {
    guard let statement = item.as(GuardStmtSyntax.self), statement.conditions.count == 1,
      case .optionalBinding(let binding)? = statement.conditions.first?.condition,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.identifierText
    else { return false }
    let value = binding.initializer?.value.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind
    return (name == "self" && value == nil) || value == .keyword(.self)
  }
}

extension CodeBlockItemListSyntax {
  /// The calls of which all statements consist; nil if one of them does anything else.
  var announcingCalls: [FunctionCallExprSyntax]? {
    var calls: [FunctionCallExprSyntax] = []
    for item in self where !item.unwrapsSelf {
      // A call in a condition has to stay when all of these calls are removed.
      guard let inner = item.announcingCalls, item.announcingCondition?.hasCall != true else { return nil }
      calls += inner
    }
    return calls.isEmpty ? nil : calls
  }
}

extension ExprSyntax {
  fileprivate var announcingCalls: [FunctionCallExprSyntax]? {
    if let waiting = self.as(AwaitExprSyntax.self) { return waiting.expression.announcingCalls }
    guard let call = self.as(FunctionCallExprSyntax.self) else { return nil }
    if call.isAnnouncement { return [call] }
    return hop?.trailingClosure?.statements.announcingCalls
  }

  /// The call of a function that soon runs a closure, if the closure is its only argument and contains no comment.
  var hop: FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self),
      ClosureTakers.hops.contains(call.calledExpression.trimmedText), call.arguments.isEmpty,
      call.additionalTrailingClosures.isEmpty, let closure = call.trailingClosure, !closure.hasComment
    else { return nil }
    return call
  }
}

extension BracedSyntax {
  /// Whether a comment stands between the braces.
  var hasComment: Bool {
    tokens(viewMode: .sourceAccurate).contains { token in
      (token != leftBrace && token.leadingTrivia.hasComment) || (token != rightBrace && token.trailingTrivia.hasComment)
    }
  }
}

extension AccessorDeclSyntax {
  /// `willSet { objectWillChange.send() }`
  var onlyAnnounces: Bool {
    guard let body, !body.statements.isEmpty, !body.hasComment else { return false }
    return body.statements.allSatisfy { !$0.unwrapsSelf && $0.announcingCalls != nil }
  }
}
