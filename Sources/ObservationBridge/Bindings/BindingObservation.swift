/// An observation on behalf of an owner, which it doesn't keep alive. Its passes track only a part of their work.
///
/// The bindings of the module `ObservationTracking` are built on it: a pass evaluates the right side of an assignment
/// under tracking, and then assigns without tracking, so that the left side adds no dependencies. If a pass changes a
/// property it has read, another pass follows, until the binding settles: see ``SettlingState``.
// Unchecked: the state outside the lock belongs to the running pass. There is one pass at most, and the lock around its
// beginning and its end orders their uses.
package final class BindingObservation: PassRunner, @unchecked Sendable {
  /// Runs the binding once, on the observation's isolation. Returns false if the owner has been deallocated.
  package typealias Statement = @Sendable (BindingObservation) -> Bool

  private let place: SourcePlace
  private var body: Statement?
  /// Guarded by the lock.
  private var settling = SettlingState()

  private enum Progress {
    case untracked
    /// The dependencies are being evaluated, and will be registered afterwards.
    case tracking
    case tracked
  }

  private var progress = Progress.tracked
  /// Whether no further pass follows for changes made by the pass itself.
  private var isLastInARow = false
  /// Whether the pass has changed a property it has read, and no further pass follows.
  private var isOverLimit = false
  private var dependencies: Dependencies?
  private var dependenciesOfParts: [PlatformDependencies] = []

  /// `target` is the isolation of the passes: a global actor, none, or the owner if it's an actor. `keepsActor` says
  /// whether the observation keeps the actor alive. `place` is the location of the binding.
  package init(
    _ options: ObservationOptions,
    on target: (any Actor)?,
    keepsActor: Bool = true,
    _ place: SourcePlace,
    _ body: @escaping Statement
  ) {
    let queue = target.map { PassQueues.join($0, keepsActor: keepsActor) }
    self.place = place
    self.body = body
    super.init(options, queue, on: queue?.executor)
  }

  /// Runs the initial pass: at once if the caller is on the observation's isolation. Call once.
  package func start(from caller: (any Actor)?) {
    start(on: isolation, from: caller)
  }

  override func beginPass() -> Pass? {
    withState { state in
      guard let pass = state.beginPass() else { return nil }
      settling.begin()
      isLastInARow = settling.isAtLimit
      return pass
    }
  }

  /// If several bindings assign to the same property, the one that was started last assigns last.
  override var keepsStartOrder: Bool { true }

  // A recheck runs the whole binding, not only its reads: one is enough, and only the first run is confirmed.
  override var rechecks: RecheckSchedule.Extent { .once }
  override var confirmedReadings: ConfirmedReadings { .first }

  // Generated code has no captures.
  override var isBodyConfined: Bool { false }

  override func releaseBody() {
    body = nil
  }

  override func noteChangeElsewhere() {
    settling.isChangedElsewhere()
  }

  override func changesItself(_ moment: PassKind, from source: ChangeSource, _ keyPath: () -> AnyKeyPath?) {
    switch progress {
    case .untracked: return
    // The registrations of the previous pass report the change. It doesn't matter if this pass reads the property only
    // afterwards. If the property isn't known, this pass may have read it.
    case .tracking: if !hasRead(source), let keyPath = keyPath(), !Tracking.hasRead(keyPath) { return }
    case .tracked: break
    }
    let action = withState { state -> ObservationState.Action? in
      guard settling.changesItself() else { return nil }
      return state.dependencyChanged(moment, mayRunNow: false, isCertain: source.isCertain)
    }
    if let action {
      react(action, at: moment, from: source, keyPath)
    } else {
      isOverLimit = true
    }
  }

  /// Whether the running pass has read what it changes. The graph notifies a running reader only of what it has read.
  private func hasRead(_ source: ChangeSource) -> Bool {
    source != .platform && GraphReading.place?.reader == knownNode
  }

  // MARK: Passes

  override func perform(_ pass: Pass) -> Dependencies? {
    if options.isDisjoint(with: [.willSet, .didSet]) {
      Tracking.untracked { run() }
      return nil
    }
    dependencies = pass.dependencies
    progress = .untracked
    isOverLimit = false
    if isLastInARow, !Tracking.isExact {
      // No further pass follows for changes made by this one. With these backends, such a change uses up the
      // registration of an earlier read. So the whole pass is tracked, and registered at its end.
      track { run() }
    } else {
      Tracking.untracked { run() }
      // Optional chaining on the left side has found nil. The right side wasn't evaluated, so the left is tracked.
      if progress == .untracked { track { run() } }
    }
    // Reported if no pass follows this one.
    let mustReport = isOverLimit && withState { settling.next == .nothing && $0.passes.isActive && settling.giveUp() }
    if mustReport { place.reportUnsettled() }
    return dependencies.take()
  }

  private func run() {
    if body?(self) == false { cancel() }
  }

  /// Evaluates the dependencies of the binding, or a part of them if the whole pass is being tracked. Called by the
  /// binding's body, in a pass.
  package func track(_ evaluate: () -> Void) {
    if progress != .untracked { return trackPart(evaluate) }
    progress = .tracking
    dependencies = dependencies ?? Dependencies(nil, Tracking.noPlatformDependencies(of: self))
    dependencies = Tracking.track(for: self, replacing: dependencies) {
      evaluate()
      for part in exchange(&dependenciesOfParts, with: []) { part.cancel() }
    }
    progress = .tracked
  }

  /// Evaluates a part of the dependencies, and registers them at once: another pass follows if the pass then changes
  /// one of them. Outside of the tracked part of a pass of this binding, only calls `evaluate`.
  package func trackPart(_ evaluate: () -> Void) {
    guard isInPass, progress == .tracking else { return evaluate() }
    let part = Tracking.trackPlatformPart(for: self, replacing: dependencies?.platform, evaluate)
    if let part { dependenciesOfParts.append(part) }
  }
}
