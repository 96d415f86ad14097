import ObservationBridge

/// Holds the one observation of a binding, and ends it when it goes. For generated code only.
///
/// The owner of the binding holds this, and is itself held weakly.
public final class _ObservationBinding: Sendable {
  private let observation = LockedState<BindingObservation?>(nil)
  /// Whether each observation is over after its initial pass.
  let isInitialOnly: Bool

  /// Creates a binding that observes nothing.
  public init() {
    isInitialOnly = false
  }

  init(isInitialOnly: Bool) {
    self.isInitialOnly = isInitialOnly
  }

  deinit {
    cancel()
  }

  func cancel() {
    observation.withLock { $0.take() }?.cancel()
  }

  /// Replaces what is observed, and runs the initial pass.
  ///
  /// - Parameters:
  ///   - caller: Who starts the binding.
  ///   - options: When it runs again.
  ///   - isolation: Where it runs. What is read there may be changed from elsewhere while it is read for the first time; so it
  ///     is read once more, but on the main actor, where that is rare and each run is seen.
  ///   - make: Makes the observation.
  private func observe(
    from caller: (any Actor)?,
    _ options: ObservationOptions,
    on isolation: (any Actor)?,
    _ make: (ObservationOptions) -> BindingObservation
  ) {
    let options = isolation === MainActor.shared ? options : options.union(.confirming)
    // A binding that calls the method it is written in would go on for ever.
    if observation.withLock({ $0 })?.isRunningHere == true { return }
    let new = make(isInitialOnly ? [] : options)
    observation.withLock { observation in
      defer { observation = new }
      return observation
    }?.cancel()
    new.start(from: caller)
  }

  /// Observes on the main actor; see ``OnChangeBlockIsolation/mainActor``.
  public func observeOnMainActor<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    _ pass: @escaping @MainActor (Owner, _ObservationPass) -> Void
  ) {
    let body = SynchronousPass(onMainActor: pass).body(of: owner)
    observe(from: isolation, .didSet, on: MainActor.shared) { BindingObservation($0, on: MainActor.shared, body) }
  }

  /// Observes on the isolation of the caller; see ``OnChangeBlockIsolation/task``.
  @_disfavoredOverload
  public func observe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ pass: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  ) {
    let target = pass.isolation
    let body = SynchronousPass(pass).body(of: owner)
    observe(from: isolation, .didSet, on: target) { BindingObservation($0, on: target, body) }
  }

  /// Observes on the actor that is the owner; see ``OnChangeBlockIsolation/task``.
  public func observe<Owner: Actor>(
    _ owner: isolated Owner,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    let body = SynchronousPass(onOwner: pass).body(of: owner)
    observe(from: owner, .didSet, on: owner) { BindingObservation($0, onOwner: owner, body) }
  }

  /// Observes on the isolation of the caller, on the main actor if it has none; see ``OnChangeBlockIsolation/inferred``.
  @_disfavoredOverload
  public func observeOnIsolationOrMainActor<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ pass: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  ) {
    let target = pass.isolation
    let body = SynchronousPass(pass).body(of: owner)
    observe(from: isolation, .didSet, on: target) { BindingObservation($0, on: target ?? MainActor.shared, body) }
  }

  /// Observes on the actor that is the owner; see ``OnChangeBlockIsolation/inferred``.
  public func observeOnIsolationOrMainActor<Owner: Actor>(
    _ owner: isolated Owner,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    observe(owner, pass)
  }

  /// Observes on the isolation of the caller, inside each change; see ``OnChangeBlockIsolation/synchronous``.
  @_disfavoredOverload
  public func observeSynchronously<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ pass: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  ) {
    let target = pass.isolation
    let body = SynchronousPass(pass).body(of: owner)
    observe(from: isolation, [.didSet, .immediate], on: target) { BindingObservation($0, on: target, body) }
  }

  /// Observes on the actor that is the owner, inside each change; see ``OnChangeBlockIsolation/synchronous``.
  public func observeSynchronously<Owner: Actor>(
    _ owner: isolated Owner,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    let body = SynchronousPass(onOwner: pass).body(of: owner)
    observe(from: owner, [.didSet, .immediate], on: owner) { BindingObservation($0, onOwner: owner, body) }
  }
}

extension SynchronousPass where Owner: Sendable {
  /// Runs the pass for as long as the owner lives.
  func body(of owner: Owner) -> BindingObservation.Body {
    { [weak owner, call] observation in
      guard let owner else { return false }
      call(owner, _ObservationPass(observation))
      return true
    }
  }
}
