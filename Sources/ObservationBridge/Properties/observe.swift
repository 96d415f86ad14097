public import Observation

/// Observes one property of an `@Observable` object, with its value before and after each change.
///
/// ```swift
/// let token = observe(model, \.title) { change in
///   print("\(change.old) → \(change.new)")
/// }
/// ```
///
/// A change made on the handler's isolation is delivered inside the mutation, each one. Changes made elsewhere are
/// coalesced: one delivery in the next turn of that isolation, `old` being what was delivered or current last. Nothing
/// is delivered at the start. What the handler itself changes is not delivered to it again.
///
/// For a stored property this is cheaper than a continuous observation: its registration is permanent. The previous value
/// is kept, which costs a collection one copy per change.
///
/// With the public tracking backend all changes are coalesced.
///
/// - Parameters:
///   - object: Held weakly.
///   - keyPath: The property, stored or computed. Read on the handler's isolation, which must be the
///     caller's if that has any.
///   - isolation: The caller's isolation. Leave it out.
///   - handler: Called with each change, on its own isolation: by default the caller's.
/// - Returns: The token that keeps the observation alive.
@inlinable
public func observe<Object: AnyObject & Observable & Sendable, Value>(
  _ object: Object,
  _ keyPath: KeyPath<Object, Value>,
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (PropertyChange<Value>) -> Void
) -> PortableObservationToken {
  let target = handler.isolation
  checkThatKeyPathStays(from: isolation, to: target)
  let reader = PropertyReader(object, keyPath, PropertyHandler(handler).call)
  return PortableObservationToken(observing: reader, on: target, from: isolation)
}

/// Observes one property of an object that is not `Sendable`, on the actor that it belongs to.
///
/// The same as for a `Sendable` object, but object and handler stay on that actor. Cancel there, too: what the handler has
/// captured is freed where that happens. An actor that stores the token lives until it cancels it.
///
/// - Parameters:
///   - object: Held weakly.
///   - keyPath: The property, stored or computed.
///   - actor: The actor that the caller runs on: `self` in its methods.
///   - handler: Called with each change.
/// - Returns: The token that keeps the observation alive.
@inlinable
public func observe<Object: AnyObject & Observable, Value>(
  _ object: Object,
  _ keyPath: KeyPath<Object, Value>,
  on actor: isolated any Actor,
  _ handler: @escaping (PropertyChange<Value>) -> Void
) -> PortableObservationToken {
  let reader = PropertyReader(object, keyPath, handler)
  return PortableObservationToken(observing: reader, on: actor, from: actor)
}

/// A key path says nothing of the isolation of what it leads to, so it may be used only where it could be written: on the
/// caller's isolation, or anywhere if there was none.
@usableFromInline
func checkThatKeyPathStays(from caller: (any Actor)?, to target: (any Actor)?) {
  if caller === target { return }
  let mayLeave =
    caller == nil
    && (ExecutorIdentity.isNoneCurrent
      || target.map { target in
        ExecutorIdentity(of: target).isCurrent { target }
      } == true)
  precondition(
    mayLeave,
    """
    A property observation was made on \(caller.map { "\($0)" } ?? "no actor") with a handler on \
    \(target.map { "\($0)" } ?? "no actor"), which is where the property would be read. Make it there, or use \
    `withPortableContinuousObservation`, whose closure the compiler checks.
    """
  )
}

/// A handler, callable synchronously by code that has made sure of its isolation; see `PassBody`.
@usableFromInline
struct PropertyHandler<Value> {
  @usableFromInline
  struct Isolated {
    @usableFromInline let call: @isolated(any) @Sendable (PropertyChange<Value>) -> Void

    @inlinable
    init(call: @escaping @isolated(any) @Sendable (PropertyChange<Value>) -> Void) {
      self.call = call
    }
  }

  @usableFromInline let call: (PropertyChange<Value>) -> Void

  @inlinable
  init(_ call: @escaping @isolated(any) @Sendable (PropertyChange<Value>) -> Void) {
    self = unsafe unsafeBitCast(Isolated(call: call), to: PropertyHandler.self)
  }
}

extension PortableObservationToken {
  @usableFromInline
  convenience init(observing reader: PropertyReader, on target: (any Actor)?, from caller: (any Actor)?) {
    let observation = PropertyObservation(reader, on: target)
    observation.start(on: target, from: caller)
    self.init(observation)
  }
}
