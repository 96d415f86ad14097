public import Observation

/// Owns observations on behalf of a view, a controller or any other owner, and ends them when it's deallocated.
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
/// Each call of an `observe` method adds an observation; call ``cancelAll()`` first if an owner is set up again, like a
/// reused cell. Capture the owner weakly in the closures; otherwise it stays alive until ``cancelAll()``. An actor that
/// owns a scope stays alive until then in any case, because the passes that run on it keep it alive.
public final class ObservationScope: Sendable {
  private struct State {
    var observations: [Entry] = []
    /// How many observations to hold before ended ones are removed.
    var limit = 8
  }

  private struct Entry: Sendable {
    let observation: PassRunner
    let owner: WeakOwner?

    func hasEnded(from caller: (any Actor)?) -> Bool {
      !observation.isActive || owner?.isKnownToBeDeallocated(from: caller) == true
    }
  }

  private let state = LockedState(State())

  /// Creates a scope without observations.
  public init() {}

  deinit {
    cancelAll()
  }

  /// Ends all observations of this scope. Afterwards it can start new ones.
  ///
  /// You can call this from any thread, and inside a pass.
  public func cancelAll() {
    let ended = state.withLock { exchange(&$0, with: State()) }
    for entry in ended.observations { entry.observation.cancel() }
  }

  /// Observes whatever `apply` reads, for as long as the scope exists.
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
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (borrowing ObservationEvent) -> Void
  ) -> ObservationDelivery {
    let apply = PassBody.Isolated(call: apply)
    let target = apply.call.isolation ?? isolation
    return start(ContinuousObservation(options, on: target, withoutIsolation(apply)), on: target, from: isolation)
  }

  /// Observes a model on the caller's actor, for as long as the model and the scope exist.
  ///
  /// The scope holds `model` weakly: when the model is deallocated, the observation ends, and its closure is freed in
  /// the next turn of its isolation. There are two cases in which the closure is freed later: if the last pass hasn't
  /// read the model, and with the public tracking backend if the model's registrar is the standard library's. Then the
  /// closure is freed when another of its dependencies changes, when the scope starts more observations, or with the
  /// scope.
  ///
  /// Neither the model nor the captures of the closure have to be `Sendable`: both stay on the actor. Code without an
  /// actor can't call this method; the compiler says `'nil' is not compatible with expected argument type 'any Actor'`.
  /// There, pass a `Sendable` model with the label `sendable:`.
  ///
  /// - Parameters:
  ///   - model: The model that `apply` reads. Held weakly.
  ///   - options: Which later events make a pass due.
  ///   - isolation: The actor that the caller runs on. Leave it out.
  ///   - apply: Reads the model and acts on it; see ``withPortableContinuousObservation(options:isolation:apply:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe<Model: AnyObject & Observable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated any Actor = #isolation,
    _ apply: @escaping (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    observe(PassBody(weaklyHolding: model, apply), of: model, on: isolation, options, on: isolation, from: isolation)
  }

  /// Observes a model on the caller's actor with a closure that doesn't need the event.
  ///
  /// ```swift
  /// observations.observe(profile) { [label] profile in label.text = profile.name }
  /// ```
  ///
  /// In everything else, this method works like the one whose closure has the event.
  ///
  /// - Parameters:
  ///   - model: The model that `apply` reads. Held weakly.
  ///   - options: Which later events make a pass due.
  ///   - isolation: The actor that the caller runs on. Leave it out.
  ///   - apply: Reads the model and acts on it.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe<Model: AnyObject & Observable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated any Actor = #isolation,
    _ apply: @escaping (Model) -> Void
  ) -> ObservationDelivery {
    let body = PassBody(weaklyHolding: model) { _, model in apply(model) }
    return observe(body, of: model, on: isolation, options, on: isolation, from: isolation)
  }

  /// Observes a model that any code may use, for as long as the model and the scope exist.
  ///
  /// Use it in code without an actor, or with a closure whose isolation isn't the caller's.
  ///
  /// - Parameters:
  ///   - model: The model that `apply` reads. Held weakly.
  ///   - options: Which later events make a pass due.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - apply: Reads the model and acts on it; see ``withPortableContinuousObservation(options:isolation:apply:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    sendable model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    let apply = ModelPassBody.Isolated(call: apply)
    let target = apply.call.isolation ?? isolation
    let body = PassBody(weaklyHolding: model, (withoutIsolation(apply) as ModelPassBody<Model>).call)
    return observe(body, of: model, on: nil, options, on: target, from: isolation)
  }

  /// Observes a model that any code may use with a closure that doesn't need the event.
  ///
  /// In everything else, this method works like the one whose closure has the event.
  ///
  /// - Parameters:
  ///   - model: The model that `apply` reads. Held weakly.
  ///   - options: Which later events make a pass due.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - apply: Reads the model and acts on it.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @discardableResult
  public func observe<Model: AnyObject & Observable & Sendable>(
    sendable model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ apply: sending @escaping @isolated(any) (Model) -> Void
  ) -> ObservationDelivery {
    let apply = SynchronousHandler.Isolated(apply)
    let target = apply.call.isolation ?? isolation
    let call = (withoutIsolation(apply) as SynchronousHandler<Model>).call
    let body = PassBody(weaklyHolding: model) { _, model in call(model) }
    return observe(body, of: model, on: nil, options, on: target, from: isolation)
  }

  private func observe(
    _ body: PassBody,
    of model: AnyObject,
    on actor: (any Actor)?,
    _ options: ObservationOptions,
    on target: (any Actor)?,
    from caller: (any Actor)?
  ) -> ObservationDelivery {
    let observation = ContinuousObservation(options, on: target, body, endingWith: type(of: model))
    return start(observation, on: target, from: caller, owner: WeakOwner(model, on: actor))
  }

  /// Observes one property of an object on the caller's actor, with its value before and after each change.
  ///
  /// Code without an actor can't call this method: there, pass a `Sendable` object with the label `sendable:`.
  ///
  /// - Parameters:
  ///   - object: Held weakly.
  ///   - keyPath: The property, stored or computed.
  ///   - isolation: The actor that the caller runs on. Leave it out.
  ///   - handler: Called with each change; see ``withPropertyObservation(of:_:isolation:_:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @inlinable
  @discardableResult
  public func observe<Object: AnyObject & Observable, Value>(
    _ object: Object,
    _ keyPath: KeyPath<Object, Value>,
    isolation: isolated any Actor = #isolation,
    _ handler: @escaping (PropertyChange<Value>) -> Void
  ) -> ObservationDelivery {
    start(PropertyReader(object, keyPath, handler), of: object, on: isolation, on: isolation, from: isolation)
  }

  /// Observes one property of an object that any code may use, with its value before and after each change.
  ///
  /// - Parameters:
  ///   - object: Held weakly.
  ///   - keyPath: The property, stored or computed. Read on the handler's isolation.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - handler: Called with each change; see ``withPropertyObservation(ofSendable:_:isolation:_:)``.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @inlinable
  @discardableResult
  public func observe<Object: AnyObject & Observable & Sendable, Value>(
    sendable object: Object,
    _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ handler: sending @escaping @isolated(any) (PropertyChange<Value>) -> Void
  ) -> ObservationDelivery {
    let handler = SynchronousHandler.Isolated(handler)
    let deliver: SynchronousHandler<PropertyChange<Value>> = withoutIsolation(handler)
    let reader = PropertyReader(object, keyPath, deliver.call)
    return start(reader, of: object, on: nil, on: handler.call.isolation ?? isolation, from: isolation)
  }

  @usableFromInline
  func start(
    _ reader: PropertyReader,
    of object: AnyObject,
    on actor: (any Actor)?,
    on target: (any Actor)?,
    from caller: (any Actor)?
  ) -> ObservationDelivery {
    start(PropertyObservation(reader, on: target), on: target, from: caller, owner: WeakOwner(object, on: actor))
  }

  private func start(
    _ observation: PassRunner,
    on target: (any Actor)?,
    from caller: (any Actor)?,
    owner: WeakOwner? = nil
  ) -> ObservationDelivery {
    // Added before its start, because its initial pass may call `cancelAll()`.
    let candidates = state.withLock { state in
      state.observations.append(Entry(observation: observation, owner: owner))
      return state.observations.count > state.limit ? state.observations : []
    }
    if !candidates.isEmpty { removeEnded(among: candidates, from: caller) }
    observation.start(on: target, from: caller)
    return ObservationDelivery(observation)
  }

  /// Removes ended observations. Each removal doubles the limit, so that the cost per observation stays constant.
  private func removeEnded(among candidates: [Entry], from caller: (any Actor)?) {
    // Asked once for each entry, and outside the lock: reading the weak reference to an owner may free the owner.
    let ended = candidates.filter { $0.hasEnded(from: caller) }
    let identities = Set(ended.map { ObjectIdentifier($0.observation) })
    state.withLock { state in
      state.observations.removeAll { identities.contains(ObjectIdentifier($0.observation)) }
      state.limit = max(8, 2 * state.observations.count)
    }
    for entry in ended { entry.observation.cancel() }
  }
}

/// A weak reference that answers whether the object was deallocated.
// Unchecked: reading the weak reference may free the object, so an object of an actor is read on this actor only.
struct WeakOwner: @unchecked Sendable {
  private weak let object: AnyObject?
  private let actor: ObjectIdentifier?

  /// `actor` is the object's actor, which lives at least as long as this reference; nil for a `Sendable` object.
  init(_ object: AnyObject, on actor: (any Actor)?) {
    self.object = object
    self.actor = actor.map { ObjectIdentifier($0) }
  }

  /// Whether the object is known to be deallocated. `caller` is the current actor: only the object's own one reads it.
  func isKnownToBeDeallocated(from caller: (any Actor)?) -> Bool {
    (actor == nil || actor == caller.map { ObjectIdentifier($0) }) && object == nil
  }
}
