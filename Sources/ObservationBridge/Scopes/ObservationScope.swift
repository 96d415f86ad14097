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
/// a reused cell. Capture the owner weakly in the closures, or it lives until ``cancelAll()``. An actor that owns a scope
/// lives until then anyway, because the passes that run on it keep it alive.
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
    let target = apply.isolation
    return start(ContinuousObservation(options, on: target, PassBody(apply)), on: target, from: isolation)
  }

  /// Observes a model for as long as it and the scope live.
  ///
  /// The scope holds `model` weakly: when the model goes, the observation ends. Its closure is freed when something else it
  /// reads changes, when the scope takes on more observations, or with the scope.
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
    let observation = ContinuousObservation(options, on: target, body, endsWithModel: true)
    return start(observation, on: target, from: isolation, owner: model)
  }

  /// Observes a model that is not `Sendable`, on the actor that it belongs to, for as long as it and the scope live.
  ///
  /// The same as for a `Sendable` model, but model and closure stay on that actor, so that neither has to be `Sendable`.
  /// End it there, too: what the closure has captured is freed where that happens.
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
    return start(ContinuousObservation(options, on: actor, body, endsWithModel: true), on: actor, from: actor)
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
    checkThatKeyPathStays(from: isolation, to: target)
    let reader = PropertyReader(object, keyPath, PropertyHandler(handler).call)
    return add(reader, on: target, from: isolation, owner: object)
  }

  @usableFromInline
  func add(
    _ reader: PropertyReader,
    on target: (any Actor)?,
    from caller: (any Actor)?,
    owner: any AnyObject & Sendable
  ) -> ObservationDelivery {
    start(PropertyObservation(reader, on: target), on: target, from: caller, owner: owner)
  }

  private func start(
    _ observation: some PassRunner,
    on target: (any Actor)?,
    from caller: (any Actor)?,
    owner: (any AnyObject & Sendable)? = nil
  ) -> ObservationDelivery {
    let delivery = add(observation, owner: owner)
    observation.start(on: target, from: caller)
    return delivery
  }

  /// Takes on an observation, which has yet to start: it may end this scope's observations in its initial pass.
  private func add(_ observation: any Observing, owner: (any AnyObject & Sendable)?) -> ObservationDelivery {
    let entry = Entry(observation: observation, owner: owner.map(WeakOwner.init))
    let candidates = state.withLock { state in
      state.observations.append(entry)
      return state.observations.count > state.limit ? state.observations : []
    }
    if !candidates.isEmpty { removeThoseThatAreOver(among: candidates) }
    return ObservationDelivery(observation)
  }

  /// Each look doubles the limit, so that the cost per observation stays constant.
  private func removeThoseThatAreOver(among candidates: [Entry]) {
    // Asked once, and outside the lock: to look at an owner may be to free it.
    let over = candidates.filter(\.isOver)
    let identities = Set(over.map { ObjectIdentifier($0.observation) })
    state.withLock { state in
      state.observations.removeAll { identities.contains(ObjectIdentifier($0.observation)) }
      state.limit = max(8, 2 * state.observations.count)
    }
    for entry in over { entry.observation.cancel() }
  }
}

/// Tells whether an owner still lives.
// To look may turn out to be to free it, on this thread: only owners that are `Sendable` are looked at.
private struct WeakOwner: Sendable {
  private weak let owner: (any AnyObject & Sendable)?

  init(_ owner: any AnyObject & Sendable) {
    self.owner = owner
  }

  var isGone: Bool {
    owner == nil
  }
}
