/// An observation whose passes run a closure, and depend on what it reads.
final class ContinuousObservation: PassRunner {
  let executor: ExecutorIdentity?
  // What is small stands where it fills a gap: an observation takes 16 bytes less.
  let options: ObservationOptions
  /// Whether it ends with a model that its body holds weakly.
  private let endsWithModel: Bool
  let startNumber = StartNumber.next()
  private let state: LockedState<State>

  private struct State: Sendable {
    var observation: ObservationState<PassBody>
    /// What has changed since the last pass began.
    var changes = PassChanges()
    /// What had changed when the pass that is running began.
    var changesOfPass = PassChanges()
    #if STANDARD_TRACKING
      var asked = AskedProperties()
    #endif
  }

  init(_ options: ObservationOptions, on target: (any Actor)?, _ body: PassBody, endsWithModel: Bool = false) {
    let queue = target.map(PassQueue.join)
    let options = Tracking.reportsDeinit ? options : options.subtracting(.deinit)
    self.options = options
    self.endsWithModel = endsWithModel
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
      // An immediate pass sees the changes inside whose reports it runs, also those that this observation has yet to
      // hear of.
      EnclosingChange.forEach { state.changes.record($0, at: .current) }
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

  #if STANDARD_TRACKING
    var askedProperties: [AnyKeyPath] {
      state.withLock { $0.asked.keyPaths }
    }

    /// A pass asks whether a property has changed: it may do so again.
    func willBeAsked(for keyPath: AnyKeyPath) {
      // What follows other passes isn't known anyway.
      guard Tracking.isStandard, options.contains(.immediate) else { return }
      // Compared outside the lock. No other pass runs meanwhile that could ask.
      if state.withLock({ $0.asked }).knows(keyPath) { return }
      state.withLock { $0.asked.add(keyPath) }
    }
  #endif

  var needsDeaths: Bool {
    endsWithModel || options.contains(.deinit)
  }

  func dependencyChanged(_ moment: ObservationEvent.Kind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    // A pass isn't notified of its own changes.
    if CurrentPass.belongs(to: self) { return }
    let mayRunNow = mayRunNow && options.contains(.immediate) && isOnIsolation && CurrentPass.mayNest
    let place = ChangePlace.current
    var changed: AnyKeyPath?
    let reaction = state.withLock { state in
      if moment != .deinit {
        // Asked here, since the order in which reports ask tells whether they can be trusted: see `PassChanges`.
        changed = keyPath()
        state.changes.record(changed, at: place)
      }
      let reaction = state.observation.dependencyChanged(moment, mayRunNow: mayRunNow)
      // What else changes before a later pass begins, the standard backend doesn't hear of.
      if Tracking.isStandard, state.observation.passes.phase != .idle {
        if case .run = reaction { return reaction }
        state.changes.recordUnknown()
      }
      return reaction
    }
    react(reaction, at: moment) { changed }
  }

  func perform(_ pass: ObservationState<PassBody>.Pass) -> (any Dependencies)? {
    let event = ObservationEvent(kind: pass.kind, observation: self)
    if event.isLookForModel {
      Tracking.untracked { pass.body(event) }
      return pass.dependencies
    }
    if options.isDisjoint(with: [.willSet, .didSet, .deinit]) {
      Tracking.untracked { pass.body(event) }
      return nil
    }
    let dependencies = Tracking.track(for: self, replacing: pass.dependencies) { pass.body(event) }
    // Before this, nothing was registered that would have told of the model's death.
    if pass.kind == .initial, endsWithModel {
      let look = ObservationEvent(lookingForModelOf: self)
      Tracking.untracked { pass.body(look) }
    }
    return dependencies
  }
}
