/// A weak reference that answers whether the object was deallocated.
// Unchecked: reading the weak reference may free the object, so an object of an actor is read on this actor only.
@usableFromInline
struct WeakOwner: @unchecked Sendable {
  private weak let object: AnyObject?
  private let actor: ObjectIdentifier?

  /// - Parameters:
  ///   - object: The object.
  ///   - actor: The object's actor, which lives at least as long as this reference; nil for a `Sendable` object.
  @usableFromInline
  init(_ object: AnyObject, on actor: (any Actor)?) {
    self.object = object
    self.actor = actor.map { ObjectIdentifier($0) }
  }

  /// Whether the object is known to be deallocated. `caller` is the actor of the current code, and code on other actors
  /// doesn't read the object's reference.
  func isKnownToBeDeallocated(from caller: (any Actor)?) -> Bool {
    (actor == nil || actor == caller.map { ObjectIdentifier($0) }) && object == nil
  }
}
