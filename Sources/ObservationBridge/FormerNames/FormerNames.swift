// Names of former versions, and of the package of this name that is replaced.

public import Observation

// MARK: Before 0.1

/// A former name.
@available(
  *,
  deprecated,
  renamed: "withPropertyObservation(of:_:on:_:)",
  message: "Code without an actor writes 'withPropertyObservation(shared:_:_:)'."
)
public func observe<Object: AnyObject & Observable & Sendable, Value>(
  _ object: Object,
  _ keyPath: KeyPath<Object, Value>,
  isolation: isolated (any Actor)? = #isolation,
  @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (PropertyChange<Value>) -> Void
) -> PortableObservationToken {
  let target = handler.isolation ?? isolation
  checkThatKeyPathStays(from: isolation, to: target)
  let reader = PropertyReader(object, keyPath, SynchronousHandler(SynchronousHandler.Isolated(handler)).call)
  return reader.startObservation(on: target, from: isolation)
}

/// A former name.
@available(*, deprecated, renamed: "withPropertyObservation(of:_:on:_:)")
public func observe<Object: AnyObject & Observable, Value>(
  _ object: Object,
  _ keyPath: KeyPath<Object, Value>,
  on actor: isolated any Actor,
  _ handler: @escaping (PropertyChange<Value>) -> Void
) -> PortableObservationToken {
  withPropertyObservation(of: object, keyPath, on: actor, handler)
}

/// A key path says nothing of the isolation of what it leads to, so it may be used only where it could be written: on the
/// caller's isolation, or anywhere if there was none.
private func checkThatKeyPathStays(from caller: (any Actor)?, to target: (any Actor)?) {
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
    \(target.map { "\($0)" } ?? "no actor"), where the property would be read. Make it there, or use \
    `withPropertyObservation(shared:_:_:)`, whose key path the compiler checks.
    """
  )
}

// MARK: ObservationBridge 0.12 and 0.13, of the replaced package

// Deprecated by messages: a fix-it for a new name would replace only the part after the dot.

/// What an observation consists of, by its former names.
public enum PortableObservationTracking {
  /// A former name.
  @available(*, deprecated, message: "Write 'PortableObservationToken'.")
  public typealias Token = PortableObservationToken

  /// A former name.
  @available(*, deprecated, message: "Write 'ObservationOptions'.")
  public typealias Options = ObservationOptions

  /// A former name.
  @available(*, deprecated, message: "Write 'ObservationEvent'.")
  public typealias Event = ObservationEvent
}

// MARK: ObservationBridge 0.11 and before, of the replaced package

/// A former name.
@available(*, deprecated, renamed: "ObservationDebounce.Mode")
public typealias ObservationDebounceMode = ObservationDebounce.Mode

/// A former name.
@available(*, deprecated, renamed: "ObservationThrottle.Mode")
public typealias ObservationThrottleMode = ObservationThrottle.Mode

/// A former name.
@available(*, deprecated, renamed: "ObservationStreamOptions.Backend")
public typealias ObservationBackend = ObservationStreamOptions.Backend

// Deprecated by messages, too: a fix-it for another full name would mix up the labels.
extension ObservationScope {
  /// A former form.
  @available(*, deprecated, message: "Leave out 'isolation:'.")
  @discardableResult
  public func observe<Model: AnyObject & Observable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    _ apply: @escaping (borrowing ObservationEvent, Model) -> Void,
    isolation: isolated any Actor
  ) -> ObservationDelivery {
    observe(model, on: isolation, options: options, apply)
  }

  /// A former form.
  @available(*, deprecated, message: "Leave out 'isolation:'.")
  @discardableResult
  public func observe<Model: AnyObject & Observable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated any Actor,
    _ apply: @escaping (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    observe(model, on: isolation, options: options, apply)
  }

  /// A former form.
  @available(*, deprecated, message: "Write 'observe(shared: …)' and leave out 'isolation:'.")
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (borrowing ObservationEvent, Model) -> Void,
    isolation: isolated (any Actor)?
  ) -> ObservationDelivery {
    observe(shared: model, options: options, isolation: isolation, apply)
  }

  /// A former form.
  @available(*, deprecated, message: "Write 'observe(shared: …)' and leave out 'isolation:'.")
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated (any Actor)?,
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    observe(shared: model, options: options, isolation: isolation, apply)
  }
}

extension PortableObservationToken {
  /// A former form, whose closure is passed the actor.
  @available(*, deprecated, message: "Leave out 'isolation:' and the closure's parameter.")
  public func values<SampleIsolation: Actor, Value: Sendable>(
    isolation actor: isolated SampleIsolation,
    _ sample: @escaping @Sendable (isolated SampleIsolation) -> Value
  ) async -> ObservedValues<Value> {
    await values(isolation: actor) { sample(actor) }
  }
}

extension ObservationDelivery {
  /// A former form, whose closure is passed the actor.
  @available(*, deprecated, message: "Leave out 'isolation:' and the closure's parameter.")
  public func values<SampleIsolation: Actor, Value: Sendable>(
    isolation actor: isolated SampleIsolation,
    _ sample: @escaping @Sendable (isolated SampleIsolation) -> Value
  ) async -> ObservedValues<Value> {
    await values(isolation: actor) { sample(actor) }
  }
}
