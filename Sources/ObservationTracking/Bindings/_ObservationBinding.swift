import ObservationBridge

/// Holds the observation of a binding, and ends the observation when the binding is freed. For generated code only.
///
/// The owner of the binding holds the binding, and the observation holds the owner weakly.
public final class _ObservationBinding: Sendable {
  /// The holder of the binding. The tokens of an owner are looked for when the binding is started.
  private enum Holder {
    /// The tokens with which the binding was made. If they are stopped, the binding ends after its initial pass.
    case tokens(areEnabled: Bool)
    /// The owner of the binding, or the tokens of its extensions.
    case owner
  }

  private let observation = LockedState<BindingObservation?>(nil)
  private let holder: Holder

  /// Creates a binding that observes nothing.
  public init() {
    holder = .owner
  }

  init(ofEnabledTokens areEnabled: Bool) {
    holder = .tokens(areEnabled: areEnabled)
  }

  deinit {
    cancel()
  }

  /// Whether the holding tokens were stopped when they made the binding.
  var isInitialOnly: Bool {
    if case .tokens(areEnabled: false) = holder { true } else { false }
  }

  func cancel() {
    observation.withLock { $0.take() }?.cancel()
  }

  /// Replaces the observation, and runs the initial pass.
  ///
  /// - Parameters:
  ///   - caller: The isolation of the code that starts the binding.
  ///   - options: When the binding runs again. Empty for a binding that ends after its initial pass.
  ///   - make: Makes the observation.
  private func observe(
    from caller: (any Actor)?,
    _ options: ObservationOptions,
    _ make: (ObservationOptions) -> BindingObservation
  ) {
    // Without this check, a binding that calls its own method would start itself without end.
    if observation.withLock({ $0 })?.isInPass == true { return }
    let new = make(options)
    observation.withLock { observation in
      defer { observation = new }
      return observation
    }?.cancel()
    new.start(from: caller)
  }

  /// Starts the binding of an object, and has it stop and start with the others of the object.
  ///
  /// - Parameters:
  ///   - owner: The object.
  ///   - caller: The isolation of the code that starts the binding.
  ///   - options: When the binding runs again.
  ///   - isolation: Where the binding runs. Another thread may change a property during its first reading, so the binding
  ///     runs once more. Not on the main actor: there, such a change is rare, and the user sees each run.
  ///   - place: The place of the binding in the source.
  ///   - body: The statement to run.
  private func observe(
    _ owner: some AnyObject,
    from caller: (any Actor)?,
    _ options: ObservationOptions,
    on isolation: (any Actor)?,
    _ place: _BindingPlace,
    _ body: @escaping BindingObservation.Statement
  ) {
    let options = isolation === MainActor.shared ? options : options.union(.confirming)
    let make = { @Sendable options in BindingObservation(options, on: isolation, place.source, body) }
    guard case .owner = holder, let tokens = (owner as? any _ObservationTokensOwner)?.observationTokens else {
      return observe(from: caller, isInitialOnly ? [] : options, make)
    }
    let isEnabled = tokens.follow(self) { [weak self] in self?.observe(from: $0, options, make) }
    observe(from: caller, isEnabled ? options : [], make)
    // Stopped meanwhile, perhaps before there was anything to cancel.
    if isEnabled, !tokens.isEnabled { cancel() }
  }

  /// Observes on the main actor; see ``OnChangeBlockIsolation/mainActor``.
  public func observeOnMainActor<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    at place: _BindingPlace,
    isolation: isolated (any Actor)? = #isolation,
    _ pass: @escaping @MainActor (Owner, _ObservationPass) -> Void
  ) {
    let body = SynchronousPass(onMainActor: pass).body(of: owner)
    observe(owner, from: isolation, .didSet, on: MainActor.shared, place, body)
  }

  /// Observes on the isolation of the caller; see ``OnChangeBlockIsolation/task``.
  @_disfavoredOverload
  public func observe<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    at place: _BindingPlace,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ pass: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  ) {
    let target = pass.isolation
    observe(owner, from: isolation, .didSet, on: target, place, SynchronousPass(pass).body(of: owner))
  }

  /// Observes on the owner, an actor; see ``OnChangeBlockIsolation/task``.
  public func observe<Owner: Actor>(
    _ owner: isolated Owner,
    at place: _BindingPlace,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    observe(onOwner: owner, .didSet, place, pass)
  }

  /// Observes on the isolation of the caller, on the main actor if it has none; see ``OnChangeBlockIsolation/inferred``.
  @_disfavoredOverload
  public func observeOnIsolationOrMainActor<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    at place: _BindingPlace,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ pass: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  ) {
    let target = pass.isolation ?? MainActor.shared
    observe(owner, from: isolation, .didSet, on: target, place, SynchronousPass(pass).body(of: owner))
  }

  /// Observes on the owner, an actor; see ``OnChangeBlockIsolation/inferred``.
  public func observeOnIsolationOrMainActor<Owner: Actor>(
    _ owner: isolated Owner,
    at place: _BindingPlace,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    observe(onOwner: owner, .didSet, place, pass)
  }

  /// Observes on the isolation of the caller, inside each change; see ``OnChangeBlockIsolation/synchronous``.
  @_disfavoredOverload
  public func observeSynchronously<Owner: AnyObject & Sendable>(
    _ owner: Owner,
    at place: _BindingPlace,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext(always) _ pass: @escaping @isolated(any) @Sendable (Owner, _ObservationPass) -> Void
  ) {
    let target = pass.isolation
    observe(owner, from: isolation, [.didSet, .immediate], on: target, place, SynchronousPass(pass).body(of: owner))
  }

  /// Observes on the owner, an actor, inside each change; see ``OnChangeBlockIsolation/synchronous``.
  public func observeSynchronously<Owner: Actor>(
    _ owner: isolated Owner,
    at place: _BindingPlace,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    observe(onOwner: owner, [.didSet, .immediate], place, pass)
  }

  /// Starts the binding of an actor, which has no tokens.
  private func observe<Owner: Actor>(
    onOwner owner: isolated Owner,
    _ options: ObservationOptions,
    _ place: _BindingPlace,
    _ pass: @escaping @Sendable (isolated Owner, _ObservationPass) -> Void
  ) {
    let body = SynchronousPass(onOwner: pass).body(of: owner)
    observe(from: owner, options.union(.confirming)) {
      BindingObservation($0, on: owner, keepsActor: false, place.source, body)
    }
  }
}

extension SynchronousPass where Owner: Sendable {
  /// Runs the pass for as long as the owner lives.
  func body(of owner: Owner) -> BindingObservation.Statement {
    { [weak owner, call] observation in
      guard let owner else { return false }
      call(owner, _ObservationPass(observation))
      return true
    }
  }
}
