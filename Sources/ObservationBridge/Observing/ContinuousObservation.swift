/// An observation that runs a closure in its passes, and depends on everything that the closure reads.
///
/// There may be many thousands of observations, so parts that few of them need are made on demand.
// Unchecked: the state outside the lock belongs to the running pass, of which there is at most one, and afterwards to
// the code that releases the body.
final class ContinuousObservation: PassRunner, @unchecked Sendable {
  // Small properties fill the gaps in the layout.
  /// Whether the observation ends with a model, which its body holds weakly.
  private let endsWithModel: Bool
  /// See ``code``.
  private let shortCode: UInt32
  private var body: PassBody?
  private var cleanup: PassCleanup?
  /// The recorded changes; nil as long as there is nothing to remember. Guarded by the lock.
  private var log: ChangeLog?

  private final class ChangeLog {
    /// The changes since the last pass began.
    var changes = PassChanges()
    /// The changes up to the beginning of the running pass.
    var changesOfPass = PassChanges()
    #if STANDARD_TRACKING
      /// The properties that passes have asked about.
      var asked: [AnyKeyPath] = []
    #endif
  }

  /// Creates an observation, yet to be started. `model` is the type of a model that ends the observation.
  init(
    _ options: ObservationOptions,
    on target: (any Actor)?,
    _ body: PassBody,
    endingWith model: AnyObject.Type? = nil
  ) {
    let queue = target.map { PassQueues.join($0) }
    let options = options.withImpliedEvent
    endsWithModel = model != nil
    // All bodies that hold a model have one function, whatever closure of a user they call.
    var code = body.function
    if let model { code ^= UInt(bitPattern: ObjectIdentifier(model)) }
    shortCode = UInt32(truncatingIfNeeded: code ^ code >> 32)
    self.body = body
    super.init(options, queue, on: queue?.executor)
  }

  /// The recorded changes, to add to. Called with the lock.
  private func logOrNew() -> ChangeLog {
    if let log = log { return log }
    let new = ChangeLog()
    log = new
    return new
  }

  override func beginPass() -> Pass? {
    // The key paths of the previous pass are released outside the lock: those of subscripts hold user values.
    let begun = withState { state -> (pass: Pass, earlier: PassChanges?)? in
      guard let pass = state.beginPass() else { return nil }
      // An immediate pass reads the results of all enclosing changes, even of changes whose reports haven't reached
      // this observation yet. These reports still arrive, and then find out whether their key paths can be trusted.
      EnclosingChange.forEach { logOrNew().changes.record($0, at: nil) }
      // A confirming pass looks for missed changes, so any property may have changed.
      let isConfirming = state.passes.confirmationCount > 0
      guard let log = isConfirming ? logOrNew() : log else { return (pass, nil) }
      let earlier = log.changesOfPass
      log.changesOfPass = log.changes
      if isConfirming { log.changesOfPass.recordUnknown() }
      log.changes = PassChanges(following: log.changes)
      return (pass, earlier)
    }
    return begun?.pass
  }

  /// The changes before the running pass, which isn't a lent one. Called by this pass.
  var changesOfPass: PassChanges {
    withState { _ in log?.changesOfPass } ?? PassChanges()
  }

  #if STANDARD_TRACKING
    override var askedProperties: [AnyKeyPath] {
      withState { _ in log?.asked ?? [] }
    }

    /// Notes that a pass asks about a property: a later pass may ask about the property again.
    func willBeAsked(for keyPath: AnyKeyPath) {
      // Only immediate passes can know the changes on the standard backend.
      guard Tracking.isStandard, options.contains(.immediate) else { return }
      // Key paths are compared outside the lock. No other pass of this observation runs meanwhile, so none can ask.
      let asked = askedProperties
      if asked.count == PassChanges.maximumCount || asked.contains(keyPath) { return }
      withState { _ in logOrNew().asked.append(keyPath) }
    }
  #endif

  override var needsDeallocations: Bool {
    endsWithModel || options.contains(.deinit)
  }

  override func needsDeallocationInPass(isKnown: Bool) -> Bool {
    // Without `.deinit`, the pass after a deallocation only checks for the model, and can't cause another one.
    endsWithModel && !options.contains(.deinit)
      || withState { $0.passes.needsDeallocation(isKnown: isKnown) }
  }

  override var ignoresOwnChanges: Bool { true }

  override var code: UInt { UInt(shortCode) }

  override func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    // A pass isn't notified of its own changes.
    if isInPass { return }
    let mayRunNow = mayRunNow && mayRunPassHere
    // A pass that can't run inside the change becomes due after the change, together with all other passes.
    if moment == .willSet, source == .model, !mayRunNow { return }
    let place = source.placeOfChange
    var changed: AnyKeyPath?
    let action = withState { state in
      if moment != .deinit, source.isCertain {
        // Read under the lock: `PassChanges` compares successive reports in the order of their reads.
        changed = keyPath()
        logOrNew().changes.record(changed, at: place)
      }
      let action = state.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: source.isCertain)
      // The report of a change ends the registration with the standard backend, so further changes before the next pass
      // aren't reported. The report of a deallocation leaves the registration in place. But an observation registered
      // for deallocations alone isn't notified of any change.
      if Tracking.isStandard, source == .platform, state.passes.phase != .idle,
        moment != .deinit || options.isDisjoint(with: [.willSet, .didSet])
      {
        if case .run = action { return action }
        logOrNew().changes.recordUnknown()
      }
      return action
    }
    react(action, at: moment, from: source) { source.isCertain ? changed : keyPath() }
  }

  // The key path is nil, so everything matches in a pass that follows a recheck.
  override func receiveRecheck() {
    dependencyChanged(options.contains(.didSet) ? .didSet : .willSet, mayRunNow: false, from: .platform) { nil }
  }

  override func note(_ keyPath: AnyKeyPath?, from source: ChangeSource) {
    let place = source.placeOfChange
    withState { _ in logOrNew().changes.record(keyPath, at: place) }
  }

  // A pass that can't run inside the change becomes due after the change.
  override var needsWillSet: Bool { options.isSuperset(of: [.willSet, .immediate]) }

  override func perform(_ pass: Pass) -> Dependencies? {
    if isLookForModel(pass) {
      runLookForModel()
      return pass.dependencies
    }
    let kind = pass.kind
    if cleanup != nil {
      endLastPass()
      // The cleanup may have ended the observation.
      if !isActive { return pass.dependencies }
    }
    if options.isDisjoint(with: [.willSet, .didSet, .deinit]) {
      Tracking.untracked { run(ObservationEvent(kind, of: self)) }
      return nil
    }
    let dependencies = Tracking.track(for: self, replacing: pass.dependencies, mayBeTentative: true) {
      run(ObservationEvent(kind, of: self))
    }
    // Without `.willSet` and `.didSet`, only a reported deallocation could lead to another pass. The public backend
    // doesn't report the deallocation of a standard model.
    let reportsDeallocations = dependencies?.node != nil || Tracking.isExact || Tracking.isStandard
    if !reportsDeallocations, options.isDisjoint(with: [.willSet, .didSet]) { cancel() }
    // Before the initial pass, nothing was registered that would have reported the model's deallocation. The standard
    // backend registers in each pass. With `.deinit`, a pass that follows a deallocation isn't notified of every
    // further one.
    if kind == .initial || options.contains(.deinit) || Tracking.isStandard { lookForModel() }
    return dependencies
  }

  override func lookForModel() {
    guard endsWithModel else { return }
    // The check isn't part of the pass: the check retains the model meanwhile, and may release the last reference.
    CurrentPass.leave { runLookForModel() }
  }

  private func runLookForModel() {
    Tracking.untracked { run(ObservationEvent(.deinit, of: self, isLookForModel: true)) }
  }

  @inline(__always)
  private func run(_ event: borrowing ObservationEvent) {
    // The body is moved out and back, so that the call doesn't retain its captures.
    var body = body.take()
    body?.call(event)
    swap(&self.body, &body)
  }

  /// What this pass leaves for the time before the next pass, or for the end. Called in a pass.
  var cleanupOfPass: PassCleanup {
    if let cleanup = cleanup { return cleanup }
    let new = PassCleanup()
    cleanup = new
    return new
  }

  private func endLastPass() {
    if let cleanup = cleanup { Tracking.untracked { cleanup.end() } }
  }

  override func releaseBody() {
    endLastPass()
    cleanup = nil
    body = nil
  }

  // MARK: Lent passes

  override func finishPass(_ dependencies: Dependencies?, hasSampled: Bool) -> ObservationState.End? {
    let mayLend = options == [.didSet, .immediate] && cleanup == nil && executor?.isCustom != true
    return withState { state in
      let end = state.finishPass(dependencies, hasSampled: hasSampled)
      if mayLend, log?.changes.isEmpty != false, let node = state.nodeToLendTo {
        Graph.withLock(of: node) { _ in node.isLent = true }
        isLent = true
      }
      return end
    }
  }

  /// Runs a lent pass, whose reading has this number.
  func runLentPass(_ reading: UInt) {
    run(ObservationEvent(.didSet, of: self, lentReading: reading))
  }

  /// Ends a lent pass that has registered this. Returns false if it has left work: see ``finishLentPass()``.
  func endLentPass(registering platform: PlatformDependencies?) -> Bool {
    if let platform { cleanupOfPass.platform = platform }
    return cleanup == nil
  }

  /// Ends a lent pass that has left work. The state is back in this object.
  func finishLentPass() {
    let platform = cleanup?.platform.take()
    if cleanup?.isEmpty == true { cleanup = nil }
    let end = CurrentPass.run(self) {
      // Before, nothing was registered that would have reported the deallocation of a standard model.
      if platform != nil, Tracking.isStandard { lookForModel() }
      return endPass(Dependencies(withState { $0.dependencies?.node }, platform))
    }
    followUp(end)
  }
}
