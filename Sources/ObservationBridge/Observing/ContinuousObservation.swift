/// An observation whose passes run a closure, and depend on what it reads.
///
/// There may be many thousands of them: what few need is made when it is needed.
// Unchecked: what isn't guarded by the lock belongs to the pass that is running, of which there is one at most, and afterwards to
// whoever lets go of the body.
final class ContinuousObservation: ObserverNode, PassRunner, @unchecked Sendable {
  // What is small stands where it fills a gap: an observation takes 16 bytes less.
  let options: ObservationOptions
  /// Whether it ends with a model that its body holds weakly.
  private let endsWithModel: Bool
  /// Whether its node knows what is asked of the state, until somebody takes that back: see ``LentPasses``. Guarded by the lock.
  private nonisolated(unsafe) var isLent = false
  let startNumber: StartNumber
  /// Where passes may run inside changes, as ``ExecutorIdentity/mark`` tells; 0 for everywhere.
  let executorMark: UInt
  /// What passes run.
  @exclusivity(unchecked) private nonisolated(unsafe) var body: PassBody?
  @exclusivity(unchecked) private nonisolated(unsafe) var cleanup: PassCleanup?
  private let lockedState: LockedState<State>

  /// Stands for the body, which isn't kept in the state: passes needn't take the lock to run it.
  struct BodyOfObservation: Sendable {}

  private struct State: Sendable {
    var observation: ObservationState<BodyOfObservation>
    /// Nil until there is something to remember.
    var log: ChangeLog?

    mutating func logOrNew() -> ChangeLog {
      if let log { return log }
      let new = ChangeLog()
      log = new
      return new
    }
  }

  /// What has changed. Guarded by the lock.
  private final class ChangeLog: @unchecked Sendable {
    /// Since the last pass began.
    var changes = PassChanges()
    /// When the pass that is running began.
    var changesOfPass = PassChanges()
    #if STANDARD_TRACKING
      var asked = AskedProperties()
    #endif
  }

  init(_ options: ObservationOptions, on target: (any Actor)?, _ body: PassBody, endsWithModel: Bool = false) {
    let queue = target.map(PassQueue.join)
    let options = options.withImpliedEvent
    self.options = options
    self.endsWithModel = endsWithModel
    startNumber = .next()
    unsafe self.body = body
    lockedState = LockedState(State(observation: ObservationState(options, queue, BodyOfObservation())))
    executorMark = queue?.executor.mark ?? 0
    super.init()
  }

  var executor: ExecutorIdentity? { ExecutorIdentity(mark: executorMark) }

  func withState<Result>(
    _ body: (inout sending ObservationState<BodyOfObservation>) -> sending Result
  ) -> sending Result {
    withWholeState { body(&$0.observation) }
  }

  @inline(__always)
  private func withWholeState<Result>(_ body: (inout sending State) -> sending Result) -> sending Result {
    lockedState.withLock { state in
      if unsafe isLent { takeBack(&state.observation) }
      return body(&state)
    }
  }

  /// Called with the lock.
  private func takeBack(_ state: inout ObservationState<BodyOfObservation>) {
    unsafe isLent = false
    let node = node
    let isRunning = Graph.withLock(of: node) { _ in
      node.isLent = false
      return node.isHeld
    }
    if isRunning { state.passHasBegun() }
  }

  func beginPass() -> ObservationState<BodyOfObservation>.Pass? {
    // The key paths of the pass before are released outside the lock: those of subscripts hold what users gave.
    let begun = withWholeState { state -> (pass: ObservationState<BodyOfObservation>.Pass, earlier: PassChanges?)? in
      guard let pass = state.observation.beginPass() else { return nil }
      // An immediate pass sees the changes inside whose reports it runs, also those that this observation has yet to
      // be notified of. It is notified of them by itself, and then notices whether they can be trusted.
      EnclosingChange.forEach { state.logOrNew().changes.record($0, at: nil) }
      // What it may have missed is not known.
      let isConfirming = state.observation.passes.confirmationCount > 0
      guard let log = isConfirming ? state.logOrNew() : state.log else { return (pass, nil) }
      let earlier = log.changesOfPass
      log.changesOfPass = log.changes
      if isConfirming { log.changesOfPass.recordUnknown() }
      log.changes = PassChanges(following: log.changes)
      return (pass, earlier)
    }
    return begun?.pass
  }

  /// What had changed when the pass that is running began, which isn't a lent one. Asked by that pass.
  var changesOfPass: PassChanges {
    withWholeState { $0.log?.changesOfPass } ?? PassChanges()
  }

  #if STANDARD_TRACKING
    var askedProperties: [AnyKeyPath] {
      withWholeState { $0.log?.asked.keyPaths ?? [] }
    }

    /// A pass asks whether a property has changed: it may do so again.
    func willBeAsked(for keyPath: AnyKeyPath) {
      // What follows other passes isn't known anyway.
      guard Tracking.isStandard, options.contains(.immediate) else { return }
      // Compared outside the lock. No other pass runs meanwhile that could ask.
      if withWholeState({ $0.log?.asked })?.knows(keyPath) == true { return }
      withWholeState { $0.logOrNew().asked.add(keyPath) }
    }
  #endif

  var needsDeallocations: Bool {
    endsWithModel || options.contains(.deinit)
  }

  func needsDeallocationInPass(isKnown: Bool) -> Bool {
    // What only looks for the model replaces nothing that it has read.
    endsWithModel && !options.contains(.deinit)
      || withWholeState { $0.observation.passes.needsDeallocation(isKnown: isKnown) }
  }

  var ignoresOwnChanges: Bool { true }

  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    // A pass isn't notified of its own changes.
    if isInPass { return }
    let mayRunNow = mayRunNow && options.contains(.immediate) && isOnIsolation && CurrentPass.mayNest
    // A pass that comes later is made due after the change, together with all others.
    if moment == .willSet, source == .model, !mayRunNow { return }
    let place = source.placeOfChange
    var changed: AnyKeyPath?
    let action = withWholeState { state in
      if moment != .deinit, source.isCertain {
        // Asked here, since the order in which reports ask tells whether they can be trusted: see `PassChanges`.
        changed = keyPath()
        state.logOrNew().changes.record(changed, at: place)
      }
      let action = state.observation.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: source.isCertain)
      // What else changes before a later pass begins, isn't reported by the standard backend. Deallocations leave its registration in
      // place, but if
      // they are all that it reports, no change is reported.
      if Tracking.isStandard, source == .platform, state.observation.passes.phase != .idle,
        moment != .deinit || options.isDisjoint(with: [.willSet, .didSet])
      {
        if case .run = action { return action }
        state.logOrNew().changes.recordUnknown()
      }
      return action
    }
    react(action, at: moment, from: source) { source.isCertain ? changed : keyPath() }
    // The pass has been made before the change: derived values that this has marked are still as it has read them, and the next change is
    // reported again.
    if moment == .didSet, source == .model, mayRunNow, !options.contains(.didSet) { Graph.notifyAgain(node) }
  }

  // Everything matches in a pass that follows a recheck.
  func receiveRecheck() {
    dependencyChanged(options.contains(.didSet) ? .didSet : .willSet, mayRunNow: false, from: .platform) { nil }
  }

  func note(_ keyPath: AnyKeyPath?, from source: ChangeSource) {
    let place = source.placeOfChange
    withWholeState { $0.logOrNew().changes.record(keyPath, at: place) }
  }

  func makeModelDependencies() -> ObserverNode {
    if !hasNode {
      makeNode(.observer, startNumber: startNumber, needsWillSet: options.isSuperset(of: [.willSet, .immediate]))
      join()
    }
    return self
  }

  override var observer: any DependencyObserver { self }

  func perform(_ pass: ObservationState<BodyOfObservation>.Pass) -> Dependencies? {
    let kind = pass.kind
    let event = ObservationEvent(kind, of: self)
    if event.isLookForModel {
      Tracking.untracked { run(event) }
      return pass.dependencies
    }
    if unsafe cleanup != nil {
      endLastPass()
      // That may have ended the observation.
      if !isActive { return pass.dependencies }
    }
    if options.isDisjoint(with: [.willSet, .didSet, .deinit]) {
      Tracking.untracked { run(event) }
      return nil
    }
    let dependencies = Tracking.track(for: self, replacing: pass.dependencies, mayBeTentative: true) {
      run(ObservationEvent(kind, of: self))
    }
    // Nothing else is to lead to a pass.
    if options.isDisjoint(with: [.willSet, .didSet]), !Tracking.reportsDeallocations(of: dependencies) { cancel() }
    // Before this, nothing was registered that would have told of the model's deallocation. The standard backend registers in each pass.
    // Passes that
    // may follow deallocations aren't told of each.
    if kind == .initial || options.contains(.deinit) || Tracking.isStandard { lookForModel() }
    return dependencies
  }

  func lookForModel() {
    guard endsWithModel else { return }
    let look = ObservationEvent(lookingForModelOf: self)
    // Not as part of the pass: it holds the model meanwhile, and may come to be the last that does.
    CurrentPass.leave { Tracking.untracked { run(look) } }
  }

  /// Runs what passes run.
  @inline(__always)
  private func run(_ event: borrowing ObservationEvent) {
    // Taken out and put back: that costs less than another reference to what it captures.
    guard let body = unsafe body.take() else { return }
    body(event)
    unsafe self.body = consume body
  }

  /// What this pass leaves to be done before the next one, or at the end. Called in a pass.
  var cleanupOfPass: PassCleanup {
    if let cleanup = unsafe cleanup { return cleanup }
    let new = PassCleanup()
    unsafe cleanup = new
    return new
  }

  private func endLastPass() {
    if let cleanup = unsafe cleanup { Tracking.untracked { cleanup.end() } }
  }

  func release(_ body: BodyOfObservation) {
    endLastPass()
    unsafe cleanup = nil
    unsafe self.body = nil
  }

  // MARK: Lent passes

  func finishPass(_ dependencies: Dependencies?, hasSampled: Bool) -> ObservationState<BodyOfObservation>.End? {
    let mayLend =
      unsafe options == [.didSet, .immediate] && cleanup == nil && Tracking.mayCollect
      && executor?.isTransparent != false
    return withWholeState { state in
      let end = state.observation.finishPass(dependencies, hasSampled: hasSampled)
      if mayLend, state.log?.changes.isEmpty != false, let node = state.observation.nodeToLendTo {
        Graph.withLock(of: node) { _ in node.isLent = true }
        unsafe isLent = true
      }
      return end
    }
  }

  /// Runs a lent pass.
  ///
  /// - Parameters:
  ///   - reading: The number of its reading.
  ///   - passes: All passes that the change leads to.
  /// - Returns: Whether nothing is left to be done for the observation.
  func runLentPass(_ reading: UInt, _ passes: LentPasses) -> Bool {
    let platform = passes.track(for: node, as: Self.self) {
      run(ObservationEvent(ofLentPassOf: self, reading: reading))
    }
    if let platform { cleanupOfPass.platform = platform }
    return unsafe cleanup == nil
  }

  /// Takes the state back from the node, unless somebody has.
  func takeBack() {
    withWholeState { _ in }
  }

  /// Ends a lent pass that has left something to do. The state has been taken back.
  func finishLentPass() {
    let platform = unsafe cleanup?.takePlatform()
    if unsafe cleanup?.isEmpty == true { unsafe cleanup = nil }
    let end = CurrentPass.run(self) {
      endPass(Dependencies(withState { $0.dependencies?.models }, platform))
    }
    followUp(end)
  }
}
