/// An observation whose passes run a closure, and depend on what it reads.
final class ContinuousObservation: PassRunner {
  let options: ObservationOptions
  let executor: ExecutorIdentity?
  private let state: LockedState<State>

  private struct State: Sendable {
    var observation: ObservationState<PassBody>
    /// What has changed since the last pass began.
    var changes = PassChanges()
    /// What had changed when the pass that is running began.
    var changesOfPass = PassChanges()
  }

  init(_ options: ObservationOptions, on target: (any Actor)?, _ body: PassBody) {
    let queue = target.map(PassQueue.join)
    let options = Tracking.reportsDeinit ? options : options.subtracting(.deinit)
    self.options = options
    executor = queue?.executor
    state = LockedState(State(observation: ObservationState(options, queue, body)))
  }

  func withState<Result>(_ body: (inout sending ObservationState<PassBody>) -> sending Result) -> sending Result {
    state.withLock { body(&$0.observation) }
  }

  func beginPass() -> ObservationState<PassBody>.Pass? {
    // The key paths of the pass before are released outside the lock: those of subscripts hold what users gave.
    let begun = state.withLock { state -> (pass: ObservationState<PassBody>.Pass, earlier: PassChanges)? in
      guard let pass = state.observation.beginPass() else { return nil }
      let earlier = state.changesOfPass
      state.changesOfPass = state.changes
      // What it may have missed is not known.
      if state.observation.passes.confirmationCount > 0 { state.changesOfPass.recordUnknown() }
      state.changes = PassChanges(following: state.changes)
      return (pass, earlier)
    }
    return begun?.pass
  }

  /// What had changed when the pass that is running began.
  var changesOfPass: PassChanges {
    state.withLock { $0.changesOfPass }
  }

  func dependencyChanged(_ moment: ObservationEvent.Kind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    // What a pass changes itself is no news to it. An object that dies in a pass may have lived on only because of it.
    if moment != .deinit, CurrentPass.belongs(to: self) { return }
    let mayRunNow = mayRunNow && options.contains(.immediate) && isOnIsolation
    let place = ChangePlace.current
    let reaction = state.withLock { state in
      // Read here, since the order in which reports read it tells whether it can be trusted: see `PassChanges`.
      if moment != .deinit { state.changes.record(keyPath(), at: place) }
      return state.observation.dependencyChanged(moment, mayRunNow: mayRunNow)
    }
    react(reaction)
  }

  func perform(_ pass: ObservationState<PassBody>.Pass) -> (any Dependencies)? {
    let event = ObservationEvent(kind: pass.kind, observation: self)
    if options.isDisjoint(with: [.willSet, .didSet, .deinit]) {
      Tracking.untracked { pass.body(event) }
      return nil
    }
    return Tracking.track(for: self, replacing: pass.dependencies) { pass.body(event) }
  }
}
