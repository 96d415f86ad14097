public import Observation

/// Owns observations on behalf of a view, a controller or any other owner, and ends them with itself.
///
/// ```swift
/// @MainActor final class ProfileController {
///   let label = Label()
///   private let observations = ObservationScope()
///
///   func show(_ profile: Profile) {
///     observations.cancelAll()
///     observations.observe(profile) { [label] event, profile in
///       label.text = profile.name
///     }
///   }
/// }
/// ```
///
/// Each call of an `observe` method adds an observation; call ``cancelAll()`` first where an owner is set up again, like
/// a reused cell. Capture the owner weakly in the closures, or it lives until ``cancelAll()``.
public final class ObservationScope: Sendable {
  private struct State {
    var observations: [Entry] = []
    /// How many to hold before looking for those that are over.
    var limit = 8
  }

  private struct Entry: Sendable {
    let observation: any Observing
    let owner: WeakOwner?

    var isOver: Bool {
      !observation.isActive || owner?.isGone == true
    }
  }

  private let state = LockedState(State())

  /// Creates a scope without observations.
  public init() {}

  deinit {
    cancelAll()
  }

  /// Ends all observations of this scope. It can go on to observe afterwards.
  ///
  /// Callable from any thread, and inside a pass.
  public func cancelAll() {
    let entries = state.withLock { state in
      defer { state = State() }
      return state.observations
    }
    for entry in entries { entry.observation.cancel() }
  }

  /// Observes whatever `apply` reads, for as long as the scope lives.
  ///
  /// - Parameters:
  ///   - options: Which later events make a pass due.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - apply: Reads the state and acts on it; see ``withPortableContinuousObservation(options:isolation:apply:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe(
    options: ObservationOptions = .didSet,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ apply: @escaping @isolated(any) @Sendable (borrowing ObservationEvent) -> Void
  ) -> ObservationDelivery {
    let body = PassBody(apply)
    return add(ContinuousObservation.start(options, on: apply.isolation, from: isolation, body))
  }

  /// Observes a model for as long as it and the scope live.
  ///
  /// The scope holds `model` weakly: when the model goes, the observation ends. No runtime reports that moment yet, so its
  /// closure is freed when something else it reads changes, when the scope takes on more observations, or with the
  /// scope.
  ///
  /// - Parameters:
  ///   - model: What `apply` reads. Held weakly.
  ///   - options: Which later events make a pass due.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - apply: Reads the model and acts on it; see ``withPortableContinuousObservation(options:isolation:apply:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ apply:
      @escaping @isolated(any) @Sendable (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    let target = apply.isolation
    let body = PassBody(weaklyHolding: model, apply)
    return add(ContinuousObservation.start(options, on: target, from: isolation, body), owner: model)
  }

  /// Observes a model that is not `Sendable`, on the actor that it belongs to, for as long as it and the scope live.
  ///
  /// The same as for a `Sendable` model, but model and closure stay on that actor, so that neither has to be `Sendable`.
  ///
  /// - Parameters:
  ///   - model: What `apply` reads. Held weakly.
  ///   - actor: The actor that the caller runs on: `self` in its methods.
  ///   - options: Which later events make a pass due.
  ///   - apply: Reads the model and acts on it.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe<Model: AnyObject & Observable>(
    _ model: Model,
    on actor: isolated any Actor,
    options: ObservationOptions = .didSet,
    _ apply: @escaping (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    let body = PassBody(weaklyHolding: model, confined: apply)
    return add(ContinuousObservation.start(options, on: actor, from: actor, body), owner: model)
  }

  /// Observes one property of a model, with its value before and after each change.
  ///
  /// - Parameters:
  ///   - object: Held weakly.
  ///   - keyPath: The property, stored or computed. Read on the handler's isolation.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - handler: Called with each change; see ``observe(_:_:isolation:_:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @inlinable
  @discardableResult
  public func observe<Object: AnyObject & Observable & Sendable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ handler: @escaping @isolated(any) @Sendable (PropertyChange<Value>) -> Void
  ) -> ObservationDelivery {
    let target = handler.isolation
    let reader = PropertyReader(object, keyPath, PropertyHandler(handler).call)
    return add(reader, on: target, from: isolation, owner: object)
  }

  @usableFromInline
  func add(
    _ reader: PropertyReader,
    on target: (any Actor)?,
    from caller: (any Actor)?,
    owner: AnyObject
  ) -> ObservationDelivery {
    add(PropertyObservation.start(reader, on: target, from: caller), owner: owner)
  }

  func add(_ observation: any Observing, owner: AnyObject? = nil) -> ObservationDelivery {
    let entry = Entry(observation: observation, owner: owner.map(WeakOwner.init))
    let over = state.withLock { state in
      state.observations.append(entry)
      guard state.observations.count > state.limit else { return [Entry]() }
      // Each look doubles the limit, so that the cost per observation stays constant.
      let over = state.observations.filter(\.isOver)
      state.observations.removeAll(where: \.isOver)
      state.limit = max(8, 2 * state.observations.count)
      return over
    }
    for entry in over { entry.observation.cancel() }
    return ObservationDelivery(observation)
  }
}

/// Looked at, never read: whether an owner still lives.
// Unchecked: a weak reference may be loaded on any thread, and nothing is done with the object.
private struct WeakOwner: @unchecked Sendable {
  private weak let owner: AnyObject?

  init(_ owner: AnyObject) {
    self.owner = owner
  }

  var isGone: Bool {
    owner == nil
  }
}
