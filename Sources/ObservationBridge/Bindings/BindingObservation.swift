/// An observation on behalf of an owner that it does not keep alive, and whose passes track only part of what they do.
///
/// The module `ObservationTracking` builds its bindings on it: a pass evaluates the right side of an assignment under
/// tracking, and then assigns outside, so that what the left side reads is no dependency.
package final class BindingObservation: PassRunner {
  /// Runs the binding once, on the observation's isolation; false where its owner is gone.
  package typealias Body = @Sendable (BindingObservation) -> Bool

  /// Where passes run.
  private enum Place {
    /// Where no actor has to be kept alive: on a global actor, or on none.
    case shared
    /// On the owner, which is an actor, and whose life is its own affair.
    case owner
  }

  let options: ObservationOptions
  let executor: ExecutorIdentity?
  private let place: Place
  private weak let owner: (any Actor)?
  private let state: LockedState<ObservationState<Body>>

  // Belongs to the pass that is running, of which there is one at most; the lock around its beginning and its end orders
  // its uses.
  private nonisolated(unsafe) var pass: BindingPass?

  /// An observation on a global actor, or on none, which starts with its initial pass.
  package init(_ options: ObservationOptions, on target: (any Actor)?, _ body: @escaping Body) {
    let queue = target.map(PassQueue.join)
    self.options = options
    executor = queue?.executor
    place = .shared
    owner = nil
    state = LockedState(ObservationState(options, queue, body))
  }

  /// An observation on an actor that is its owner.
  package init<Owner: Actor>(_ options: ObservationOptions, onOwner owner: Owner, _ body: @escaping Body) {
    self.options = options
    executor = ExecutorIdentity(of: owner)
    place = .owner
    self.owner = owner
    state = LockedState(ObservationState(options, nil, body))
  }

  /// Runs the initial pass: at once if the caller is on the observation's isolation. Call once.
  package func start(from caller: (any Actor)?) {
    start(on: isolation, from: caller)
  }

  /// Ends the observation; see ``PortableObservationToken/cancel()``.
  package func cancel() {
    discard(withState { $0.cancel() })
  }

  /// Whether the code that runs now is this binding's.
  package var isRunningHere: Bool {
    CurrentPass.belongs(to: self)
  }

  var isolation: (any Actor)? {
    switch place {
    case .shared: withState { $0.queue?.actor }
    case .owner: owner
    }
  }

  func withState<Result>(_ body: (inout sending ObservationState<Body>) -> sending Result) -> sending Result {
    state.withLock(body)
  }

  func beginPass() -> ObservationState<Body>.Pass? {
    state.withLock { $0.beginPass() }
  }

  func dependencyChanged(_ moment: ObservationEvent.Kind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    if CurrentPass.belongs(to: self) {
      unsafe pass?.hasChangedItself = true
      return
    }
    let mayRunNow = mayRunNow && options.contains(.immediate) && isOnIsolation
    react(state.withLock { $0.dependencyChanged(moment, mayRunNow: mayRunNow) })
  }

  func schedule(on queue: PassQueue?) {
    switch place {
    case .shared:
      guard let queue else {
        Task.detached { self.runDuePass() }
        return
      }
      queue.enqueue(self)
    case .owner:
      // The task keeps the actor alive until the pass has run, and no longer.
      guard let owner else { return cancel() }
      Task.detached(operation: ActorJob.on(owner) { _ in self.runDuePass() })
    }
  }

  // MARK: Passes

  func perform(_ pass: ObservationState<Body>.Pass) -> (any Dependencies)? {
    if options.isDisjoint(with: [.willSet, .didSet]) {
      Tracking.untracked { run(pass.body) }
      return nil
    }
    unsafe self.pass = BindingPass(previous: pass.dependencies)
    defer { unsafe self.pass = nil }
    Tracking.untracked { run(pass.body) }
    if unsafe self.pass?.hasTracked == true {
      renewUsedUpRegistration()
    } else {
      // The left side was nil, so nothing was evaluated: whether it still is decides when there is something to do.
      track { run(pass.body) }
    }
    return unsafe self.pass?.dependencies
  }

  private func run(_ body: Body) {
    if !body(self) { cancel() }
  }

  /// Evaluates what the binding depends on. Called in a pass, by the binding's body; the second time in a pass it just
  /// runs `body`.
  package func tracking<Value>(_ body: @escaping () -> Value) -> Value {
    guard unsafe pass?.hasTracked == false else { return body() }
    var value: Value?
    track { value = body() }
    unsafe pass?.evaluateAgain = Tracking.isExact ? nil : { _ = body() }
    return value!
  }

  private func track(_ body: () -> Void) {
    unsafe pass?.hasTracked = true
    let before = unsafe pass?.dependencies
    let tracked = Tracking.track(for: self, replacing: before, body)
    unsafe pass?.dependencies = tracked
  }

  /// With the public backend a change that the pass makes itself uses up the registration, which came before it.
  private func renewUsedUpRegistration() {
    guard unsafe pass?.hasChangedItself == true, let evaluate = unsafe pass?.evaluateAgain else { return }
    let used = unsafe pass?.dependencies
    track(evaluate)
    used?.cancel()
  }
}

/// What a pass of a binding keeps while it runs.
private struct BindingPass {
  var dependencies: (any Dependencies)?
  var hasTracked = false
  var hasChangedItself = false
  var evaluateAgain: (() -> Void)?

  init(previous: (any Dependencies)?) {
    dependencies = previous
  }
}
