public import Observation

/// Observes one property of an `@Observable` object on the caller's actor, with its value before and after each change.
///
/// ```swift
/// let token = withPropertyObservation(of: model, \.title) { change in
///   print("\(change.old) → \(change.new)")
/// }
/// ```
///
/// Every change made on the actor is delivered, inside the mutation. Changes made elsewhere are coalesced: one delivery
/// follows in the next turn of the actor, and its `old` is the value that was last delivered or current. Nothing is
/// delivered at the start. The handler isn't called for its own changes. Changes by other code while the handler runs
/// are delivered once the handler has returned, together with its own changes.
///
/// The observation keeps the previous value, so each in-place change to a collection copies the collection.
///
/// For a computed property, or a key path that leads on from a property, such as `\.frame.width`, each change to a
/// property that it reads is delivered, even if `old` and `new` are equal. A derived property of a model with a
/// ``ModelRegistrar`` counts as changed only if its values differ: it delivers only different values, and a path that
/// leads on from it delivers whenever the property differs.
///
/// With the public tracking backend, all changes to models with the standard library's registrar are coalesced.
///
/// Nothing here has to be `Sendable`: object, values and handler stay on the actor. Code without an actor can't call this
/// function; the compiler says `'nil' is not compatible with expected argument type 'any Actor'`. There, pass a `Sendable`
/// object to ``withPropertyObservation(ofSendable:_:isolation:_:)``.
///
/// - Parameters:
///   - object: Held weakly.
///   - keyPath: The property, stored or computed.
///   - isolation: The actor that the caller runs on. Leave it out. An actor that stores the token stays alive until it
///     cancels it.
///   - handler: Called with each change.
/// - Returns: The token that keeps the observation alive.
@inlinable
public func withPropertyObservation<Object: AnyObject & Observable, Value>(
  of object: Object,
  _ keyPath: KeyPath<Object, Value>,
  isolation: isolated any Actor = #isolation,
  _ handler: @escaping (PropertyChange<Value>) -> Void
) -> PortableObservationToken {
  PropertyReader(object, keyPath, handler).startObservation(on: isolation, from: isolation)
}

/// Observes one property of an `@Observable` object that any code may use, with its value before and after each change.
///
/// This function works like ``withPropertyObservation(of:_:isolation:_:)``. Use it in code without an actor, or with a
/// handler whose isolation isn't the caller's.
///
/// - Parameters:
///   - object: Held weakly.
///   - keyPath: The property, stored or computed. It's read on the handler's isolation, and must not be bound to one: a
///     key path to an actor's state isn't `Sendable`.
///   - isolation: The caller's isolation, which is also that of a function without isolation passed as `handler`. Leave
///     it out.
///   - handler: Called with each change, on its own isolation: by default the caller's.
/// - Returns: The token that keeps the observation alive.
@inlinable
public func withPropertyObservation<Object: AnyObject & Observable & Sendable, Value>(
  ofSendable object: Object,
  _ keyPath: any KeyPath<Object, Value> & Sendable,
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext(always) _ handler: sending @escaping @isolated(any) (PropertyChange<Value>) -> Void
) -> PortableObservationToken {
  let handler = SynchronousHandler.Isolated(handler)
  let deliver: SynchronousHandler<PropertyChange<Value>> = withoutIsolation(handler)
  let reader = PropertyReader(object, keyPath, deliver.call)
  return reader.startObservation(on: handler.call.isolation ?? isolation, from: isolation)
}

extension PropertyReader {
  @usableFromInline
  func startObservation(on target: (any Actor)?, from caller: (any Actor)?) -> PortableObservationToken {
    let observation = PropertyObservation(self, on: target)
    observation.start(on: target, from: caller)
    return PortableObservationToken(observation)
  }
}
