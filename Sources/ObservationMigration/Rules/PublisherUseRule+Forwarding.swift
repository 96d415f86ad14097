import SwiftSyntax

extension PublisherUseRule {
  /// Forwarding of a nested object's changes.
  enum Forwarding {
    static let id: RuleID = "nested-observable"

    /// Converts a statement that forwards changes; nil for others.
    static func convert(_ item: CodeBlockItemSyntax, _ walk: Walk) -> UseOfPublisher.Outcome? {
      guard let expression = item.item.as(ExprSyntax.self), let parent = walk.names.enclosingType,
        walk.models[parent] == .model, let subscription = Subscription(keptBy: expression), subscription.storage != nil,
        subscription.operators.allSatisfy({ operators.contains($0.name) }),
        case .sink(let closure) = subscription.end, closure.statements.announcingCalls != nil,
        let source = subscription.source.nested, let types = walk.modelTypes(in: walk.type(of: source.object)),
        types.contains(where: { walk.models.isCandidate($0) })
      else { return nil }
      // Nothing else reports changes of an untracked property.
      if let property = source.property {
        let isPublished = types.allSatisfy {
          walk.table.property(property, of: $0)?.member.hasAttribute("Published") == true
        }
        guard isPublished else { return nil }
      }
      let message =
        "Code that reads through `\(walk.text(source.object))` observes it; its changes don't have to be forwarded."
      walk.propose(Proposal(id, .tie, at: walk.place(of: expression), of: [parent] + types, message))
      let outcome = UseOfPublisher(kind: .forwarding, keepsPublisher: walk.project.keepsPublisher(parent)).outcome
      // Subscribers of the parent get the changes of the child through it.
      if outcome == .kept {
        for statement in closure.statements { walk.claim(statement) }
        for call in closure.statements.announcingCalls ?? [] { walk.claim(announcement: call) }
        return outcome
      }
      walk.change(id, at: expression, of: [parent], [walk.removing(loop(around: item) ?? item)], message)
      return outcome
    }

    /// Operators that only affect when, and how often, the change is passed on.
    private static let operators: Set = [
      "debounce", "delay", "dropFirst", "eraseToAnyPublisher", "receive", "removeDuplicates", "subscribe", "throttle",
    ]

    /// `for child in children { … }` or `children.forEach { child in … }`, with only this statement.
    private static func loop(around item: CodeBlockItemSyntax) -> CodeBlockItemSyntax? {
      guard let statements = item.parent?.as(CodeBlockItemListSyntax.self), statements.count == 1,
        !item.leadingTrivia.hasComment, !item.trailingTrivia.hasComment
      else { return nil }
      if let closure = statements.parent?.as(ClosureExprSyntax.self) {
        guard let call = closure.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == closure.id,
          call.arguments.isEmpty, let (sequence, name) = call.method, name.text == "forEach", isPlain(sequence),
          !closure.rightBrace.leadingTrivia.hasComment
        else { return nil }
        return call.parent?.as(CodeBlockItemSyntax.self)
      }
      guard let body = statements.parent?.as(CodeBlockSyntax.self), !body.rightBrace.leadingTrivia.hasComment,
        let loop = body.parent?.as(ForStmtSyntax.self), loop.whereClause == nil, loop.awaitKeyword == nil,
        isPlain(loop.sequence)
      else { return nil }
      return loop.parent?.as(CodeBlockItemSyntax.self)
    }

    /// Other expressions may have effects.
    private static func isPlain(_ sequence: ExprSyntax) -> Bool {
      sequence.is(DeclReferenceExprSyntax.self) || sequence.is(MemberAccessExprSyntax.self)
    }
  }
}

extension Subscription {
  /// Includes `cancellables.append(child.objectWillChange.sink { … })`.
  fileprivate init?(keptBy expression: ExprSyntax) {
    guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1, call.trailingClosure == nil,
      let (storage, name) = call.method, ["append", "insert"].contains(name.text),
      let value = call.arguments.first?.expression
    else {
      self.init(expression)
      return
    }
    self.init(value, storage: .set(storage))
  }
}

extension Subscription.Source {
  /// The object behind the changes, and its property if the publisher is a property's.
  fileprivate var nested: (object: ExprSyntax, property: String?)? {
    switch self {
    case .objectWillChange(let child): (child, nil)
    case .published(let object, let property, _): object.map { ($0, property) }
    }
  }
}
