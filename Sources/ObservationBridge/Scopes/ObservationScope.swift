public import Observation
import Synchronization

/// Owns observations on behalf of a view, a controller or any other owner, and ends them with itself.
///
/// ```swift
/// final class ProfileController {
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

  private let state = Mutex(State())

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
  /// The same as for a `Sendable` model, but model and closure stay on the caller's actor, so that neither has to be
  /// `Sendable`. It can't be called without one.
  ///
  /// - Parameters:
  ///   - model: What `apply` reads. Held weakly.
  ///   - options: Which later events make a pass due.
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - apply: Reads the model and acts on it.
  /// - Returns: A delivery; keep it only to attach a recorder or to cancel early.
  @_disfavoredOverload
  @discardableResult
  public func observe<Model: AnyObject & Observable>(
    _ model: Model,
    options: ObservationOptions = .didSet,
    isolation: isolated any Actor = #isolation,
    _ apply: @escaping (borrowing ObservationEvent, Model) -> Void
  ) -> ObservationDelivery {
    let body = PassBody(weaklyHolding: model, confined: apply)
    return add(ContinuousObservation.start(options, on: isolation, from: isolation, body), owner: model)
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
