import SwiftSyntax

/// A place that mentions `objectWillChange` of an object.
struct PublisherUse: Sendable {
  /// The object; nil for one that isn't known.
  let object: ExpressionPath?
  let place: FileSurvey.CodePlace
  /// Something subscribes to it.
  let isSubscription: Bool
  /// It announces a change of another object than `self`.
  let isAnnouncementOfOther: Bool
  /// It only passes the changes on, as changes of the object that it stands in.
  let isForward: Bool
}

extension ExprSyntax {
  /// Whether operators follow the publisher that it is, or something takes it that takes any publisher.
  var isSubscribedTo: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == id {
      return access.declName.baseName.text != "send"
    }
    guard let callee = callOfArgument?.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
    return CombineNames.takingPublishers.contains(callee.declName.baseName.text)
  }

  /// Whether all that is done with the publisher's values is to announce changes of `self`.
  var isForwarded: Bool {
    let calls = ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) }.lazy.compactMap {
      $0.as(FunctionCallExprSyntax.self)
    }
    guard let sink = calls.first(where: { $0.method?.name.text == "sink" }) else { return false }
    let closure = sink.trailingClosure ?? sink.arguments.last?.expression.as(ClosureExprSyntax.self)
    return closure?.statements.announcingCalls != nil
  }
}
