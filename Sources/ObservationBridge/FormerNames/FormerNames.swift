// Names of the package that this one replaces. Nothing else uses this folder.

public import Observation

// MARK: 0.12 and 0.13

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

/// A former form.
@available(*, deprecated, message: "Leave out 'isolation:'.")
public func withPortableContinuousObservation(
  options: ObservationOptions = .didSet,
  @_inheritActorContext(always) apply: sending @escaping @isolated(any) (borrowing ObservationEvent) -> Void,
  isolation: isolated (any Actor)?
) -> PortableObservationToken {
  withPortableContinuousObservation(options: options, isolation: isolation, apply: apply)
}

// MARK: 0.11 and before

/// A former name.
@available(*, deprecated, renamed: "ObservationDebounce.Mode")
public typealias ObservationDebounceMode = ObservationDebounce.Mode

/// A former name.
@available(*, deprecated, renamed: "ObservationThrottle.Mode")
public typealias ObservationThrottleMode = ObservationThrottle.Mode

/// A former name.
@available(*, deprecated, renamed: "ObservationStreamOptions.Backend")
public typealias ObservationBackend = ObservationStreamOptions.Backend

extension ObservationStreamOptions {
  /// A former name.
  @available(*, deprecated, renamed: "publicBackend")
  public static var legacyBackend: ObservationStreamOptions { .publicBackend }
}

extension ObservationStreamOptions.Backend {
  /// A former name.
  @available(*, deprecated, renamed: "public")
  public static var legacy: ObservationStreamOptions.Backend { .public }
}

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
    observe(model, options: options, isolation: isolation, apply)
  }

  /// A former form.
  @available(*, deprecated, message: "Write 'observe(sendable: …)' and leave out 'isolation:'.")
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (borrowing ObservationEvent, Model) -> Void,
    isolation: isolated (any Actor)?
  ) -> ObservationDelivery {
    observe(sendable: model, options: options, isolation: isolation, apply)
  }

  // Disfavored: where there is an actor, this form is that of the method for any model.
  /// A former form.
  @_disfavoredOverload
  @available(*, deprecated, message: "Write 'observe(sendable: …)' and leave out 'isolation:'.")
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated (any Actor)?,
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    observe(sendable: model, options: options, isolation: isolation, apply)
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
