/// An observation on behalf of an owner that it does not keep alive, and whose passes track only part of what they do.
///
/// The module `ObservationTracking` builds its bindings on it: a pass evaluates the right side of an assignment under
/// tracking, and then assigns outside, so that what the left side reads is no dependency. What a pass changes itself of what
/// it has read makes another one due, until it settles: see ``SettlingState``.
package final class BindingObservation: PassRunner {
  /// Runs the binding once, on the observation's isolation; false where its owner has been deallocated.
  package typealias Statement = @Sendable (BindingObservation) -> Bool

  let options: ObservationOptions
  let executor: ExecutorIdentity?
  let startNumber = StartNumber.next()
  private let place: SourcePlace
  private let state: LockedState<State>

  private struct State: Sendable {
    var observation: ObservationState<Statement>
    var settling = SettlingState()
  }

  /// How far a pass has come.
  private enum Progress {
    case untracked
    /// What it depends on is being evaluated; it is registered when that has ended.
    case tracking
    case tracked
  }

  // Belong to the pass that is running, of which there is one at most; the lock around its beginning and its end orders
  // their uses.
  private nonisolated(unsafe) var progress = Progress.tracked
  /// Whether no other pass follows for what the pass changes itself.
  private nonisolated(unsafe) var isLastInARow = false
  /// Whether the pass has changed what it has read, and no other follows for that.
  private nonisolated(unsafe) var isOverLimit = false
  private nonisolated(unsafe) var dependencies: Dependencies?
  /// What parts of it have registered.
  private nonisolated(unsafe) var dependenciesOfParts: [PlatformDependencies] = []

  /// An observation on a global actor, or on none, which starts with its initial pass.
  package convenience init(
    _ options: ObservationOptions,
    on target: (any Actor)?,
    _ place: SourcePlace,
    _ body: @escaping Statement
  ) {
    self.init(options, target.map(PassQueue.join), place, body)
  }

  /// An observation on an actor that is its owner, and whose life is its own affair.
  package convenience init(
    _ options: ObservationOptions,
    onOwner owner: some Actor,
    _ place: SourcePlace,
    _ body: @escaping Statement
  ) {
    self.init(options, PassQueue.joinWithoutKeeping(owner), place, body)
  }

  private init(_ options: ObservationOptions, _ queue: PassQueue?, _ place: SourcePlace, _ body: @escaping Statement) {
    self.options = options
    self.place = place
    executor = queue?.executor
    state = LockedState(State(observation: ObservationState(options, queue, body)))
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

  func withState<Result>(_ body: (inout sending ObservationState<Statement>) -> sending Result) -> sending Result {
    state.withLock { body(&$0.observation) }
  }

  func beginPass() -> ObservationState<Statement>.Pass? {
    state.withLock { state in
      guard let pass = state.observation.beginPass() else { return nil }
      state.settling.begin()
      unsafe isLastInARow = state.settling.isAtLimit
      return pass
    }
  }

  /// Of several bindings that assign to the same thing, the one that was started last has the last word.
  var keepsStartOrder: Bool { true }

  // More of them would repeat what a binding does, not only what it reads; nor is any but its first run confirmed.
  var rechecks: RecheckSchedule.Extent { .once }
  var confirmedReadings: ConfirmedReadings { .first }

  // Generated code captures nothing.
  var isBodyConfined: Bool { false }

  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if CurrentPass.belongs(to: self) { return changesItself(moment, from: source, keyPath) }
    let mayRunNow = mayRunNow && options.contains(.immediate) && isOnIsolation && CurrentPass.mayNest
    let action = state.withLock { state in
      state.settling.isChangedElsewhere()
      return state.observation.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: source.isCertain)
    }
    react(action, at: moment, from: source, keyPath)
  }

  /// What may have been read too early is read once more. That is no other change: an unsettled binding doesn't begin anew.
  func receiveRecheck() {
    let action = withState { $0.dependencyChanged(.didSet, mayRunNow: false, isRecheck: true) }
    react(action, at: .didSet, from: .platform) { nil }
  }

  /// The pass that is running makes a change.
  private func changesItself(_ moment: PassKind, from source: ChangeSource, _ keyPath: () -> AnyKeyPath?) {
    switch unsafe progress {
    case .untracked: return
    // Reported to the registrations of the pass before: what this one reads after the change is no matter. Where nobody knows
    // which property it was, this pass may have read it.
    case .tracking: if let keyPath = keyPath(), !Tracking.hasRead(keyPath) { return }
    case .tracked: break
    }
    let action = state.withLock { state -> PassState.ChangeAction<PassTurn>? in
      guard state.settling.changesItself() else { return nil }
      return state.observation.dependencyChanged(moment, mayRunNow: false, isCertain: source.isCertain)
    }
    if let action {
      react(action, at: moment, from: source, keyPath)
    } else {
      unsafe isOverLimit = true
    }
  }

  // MARK: Passes

  func perform(_ pass: ObservationState<Statement>.Pass) -> Dependencies? {
    if options.isDisjoint(with: [.willSet, .didSet]) {
      Tracking.untracked { run(pass.body) }
      return nil
    }
    unsafe dependencies = pass.dependencies
    unsafe progress = .untracked
    unsafe isOverLimit = false
    if unsafe isLastInARow, !Tracking.isExact {
      // No pass follows for what this one changes itself, and with these backends such a change uses up the registration of what was
      // read before it. So all of the pass is tracked, and registered at its end.
      track { run(pass.body) }
    } else {
      Tracking.untracked { run(pass.body) }
      // The left side was nil, so nothing was evaluated: whether it still is decides when there is something to do.
      if unsafe progress == .untracked { track { run(pass.body) } }
    }
    if unsafe isOverLimit, isUnsettled, state.withLock({ $0.settling.giveUp() }) { place.reportUnsettled() }
    return unsafe dependencies.take()
  }

  /// Whether no pass follows the one that is running, though that has changed what it has read.
  private var isUnsettled: Bool {
    state.withLock { $0.settling.next == .nothing && $0.observation.passes.isActive }
  }

  private func run(_ body: Statement) {
    if !body(self) { cancel() }
  }

  /// Evaluates what the binding depends on. Called in a pass, by the binding's body.
  ///
  /// If all of the pass is being tracked, this is a part of that.
  package func track(_ evaluate: () -> Void) {
    if unsafe progress != .untracked { return trackPart(evaluate) }
    unsafe progress = .tracking
    let before = unsafe dependencies ?? Tracking.noDependencies(of: self)
    unsafe dependencies = before
    let tracked = Tracking.track(for: self, replacing: before) {
      evaluate()
      endParts()
    }
    unsafe dependencies = tracked
    unsafe progress = .tracked
  }

  /// Evaluates a part of what the binding depends on, and registers at once for what it reads: a change that the pass makes of that
  /// from here on makes another one due.
  ///
  /// Where no pass of the binding is evaluating that, this evaluates the part and does nothing else.
  package func trackPart(_ evaluate: () -> Void) {
    guard isRunningHere, unsafe progress == .tracking else { return evaluate() }
    let before = unsafe dependencies
    guard let part = Tracking.trackPart(for: self, replacing: before, evaluate) else { return }
    unsafe dependenciesOfParts.append(part)
  }

  private func endParts() {
    for part in unsafe dependenciesOfParts { part.cancel() }
    unsafe dependenciesOfParts = []
  }
}
