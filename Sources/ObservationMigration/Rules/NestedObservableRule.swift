import SwiftSyntax

/// Forwarding of a nested object's changes.
enum NestedObservableRule: Rule {
  static let id: RuleID = "nested-observable"

  static func register(_ visits: inout Visits<NoFacts>) {
    visits.on(CodeBlockItemSyntax.self, inspect)
  }

  private static func inspect(_ item: CodeBlockItemSyntax, _ walk: Walk) -> Claim {
    guard let expression = item.item.as(ExprSyntax.self), let parent = walk.names.enclosingType,
      walk.models[parent] == .model,
      let subscription = Subscription(expression), subscription.isStored,
      case .objectWillChange(let child) = subscription.source,
      subscription.operators.allSatisfy({ $0.name == "receive" || $0.name == "dropFirst" }),
      case .sink(let closure) = subscription.end, onlyAnnounces(closure)
    else { return .none }
    guard let types = walk.modelTypes(in: walk.type(of: child)),
      types.contains(where: { walk.models.isCandidate($0) })
    else { return .none }
    walk.propose(
      Proposal(
        rule: Self.id,
        place: walk.place(of: expression),
        subjects: [parent] + types,
        effect: .tie,
        message: isTracked(walk.text(child))
      )
    )
    walk.change(
      Self.id,
      at: expression,
      of: [parent],
      [walk.removing(loop(around: item) ?? item, Self.id)],
      isTracked(walk.text(child))
    )
    return .whole
  }

  /// `for child in children { … }`, where nothing else is in it.
  private static func loop(around item: CodeBlockItemSyntax) -> CodeBlockItemSyntax? {
    guard let statements = item.parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
      let body = statements.parent?.as(CodeBlockSyntax.self), !item.leadingTrivia.hasComment,
      !item.trailingTrivia.hasComment, !body.rightBrace.leadingTrivia.hasComment,
      let loop = body.parent?.as(ForStmtSyntax.self), loop.whereClause == nil, loop.awaitKeyword == nil,
      // What makes the sequence may do something.
      loop.sequence.is(DeclReferenceExprSyntax.self) || loop.sequence.is(MemberAccessExprSyntax.self)
    else { return nil }
    return loop.parent?.as(CodeBlockItemSyntax.self)
  }

  /// `{ [weak self] _ in self?.objectWillChange.send() }`
  private static func onlyAnnounces(_ closure: ClosureExprSyntax) -> Bool {
    let statements = Array(closure.statements).filter { item in
      // `guard let self else { return }`
      guard let statement = item.item.as(GuardStmtSyntax.self) else { return true }
      return !(statement.conditions.count == 1 && statement.conditions.trimmedDescription.contains("self"))
    }
    guard statements.count == 1, let expression = statements.first?.item.as(ExprSyntax.self),
      let path = ExpressionPath(expression)
    else { return false }
    return path == ExpressionPath(name: nil, [.member("objectWillChange"), .member("send"), .call])
      || path == ExpressionPath(name: "objectWillChange", [.member("send"), .call])
  }
}

extension NestedObservableRule {
  static func isTracked(_ child: String) -> String {
    "Who reads through `\(child)` observes it; its changes need no forwarding."
  }
}
