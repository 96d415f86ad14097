/// Tells whether an object still lives.
// Unchecked: to look may turn out to be to free the object, so it is looked at on its actor only, if it has one.
@usableFromInline
struct WeakOwner: @unchecked Sendable {
  private weak let object: AnyObject?
  private let actor: ObjectIdentifier?

  /// - Parameters:
  ///   - object: The object.
  ///   - actor: The actor that it belongs to, which lives as long as this; nil for an object that is `Sendable`.
  @usableFromInline
  init(_ object: AnyObject, on actor: (any Actor)?) {
    self.object = object
    self.actor = actor.map { ObjectIdentifier($0) }
  }

  /// Whether the object has been deallocated, as far as `caller`, the actor that the current code runs on, may know.
  func isKnownToBeGone(from caller: (any Actor)?) -> Bool {
    (actor == nil || actor == caller.map { ObjectIdentifier($0) }) && object == nil
  }
}
