/// The common part of all kinds of observations.
///
/// An observation holds its registrations, and the registrations hold the observation. Cancelling breaks this cycle, so
/// the owner of a token or a delivery is responsible for it.
// Unchecked: the lock guards the fields that aren't constant. The subclasses justify their own fields.
@usableFromInline
package class PassRunner: ObserverNode, @unchecked Sendable {
  typealias Pass = ObservationState.Pass

  private let number = StartNumber.next()
  /// The executor of the passes, see ``ExecutorIdentity/mark``; 0 for no isolation. It never changes.
  final let executorMark: UInt
  private let state: LockedState<ObservationState>
  // Small properties come last, where those of subclasses fill the gaps in the layout.
  private let givenOptions: ObservationOptions
  /// Whether the node holds the state until other code takes it back: see ``LentPasses``. Guarded by the lock.
  final var isLent = false

  /// Creates an observation, yet to be started, of `queue`, which it has joined and leaves at the end.
  init(_ options: ObservationOptions, _ queue: PassQueue?, on executor: ExecutorIdentity?) {
    givenOptions = options
    executorMark = executor?.mark ?? 0
    state = LockedState(ObservationState(options, queue))
    super.init()
  }

  // MARK: What differs from kind to kind

  /// Runs the pass: calls the closure, delivers a value, or assigns it. Returns the registrations in place afterwards.
  func perform(_ pass: Pass) -> Dependencies? {
    preconditionFailure("A subclass performs its passes.")
  }

  /// Releases the closure of an ended observation, which no pass will use again. Called once, outside the lock.
  func releaseBody() {}

  /// Whether the captures of the closure may be used, and so freed, on the isolation only.
  var isBodyConfined: Bool { true }

  func beginPass() -> Pass? {
    withState { $0.beginPass() }
  }

  /// Ends a pass: see ``ObservationState/finishPass(_:hasSampled:)``.
  func finishPass(_ dependencies: Dependencies?, hasSampled: Bool) -> ObservationState.End? {
    withState { $0.finishPass(dependencies, hasSampled: hasSampled) }
  }

  /// Ends the observation if its model was deallocated. Called in a pass without any other work.
  func lookForModel() {}

  /// Whether a performed pass changed nothing that a sampler could see.
  func isUneventful(_ pass: Pass) -> Bool { isLookForModel(pass) }

  /// Whether due passes of such observations run in the order of their start, whatever has made each pass due.
  var keepsStartOrder: Bool { false }

  /// Notes a change not made by the running pass. Called with the lock.
  func noteChangeElsewhere() {}

  /// Handles a change made by the running pass itself.
  func changesItself(_ moment: PassKind, from source: ChangeSource, _ keyPath: () -> AnyKeyPath?) {}

  /// Whether registrar models notify the observation before a change, too.
  var needsWillSet: Bool { options.contains(.willSet) }

  // MARK: State

  /// Runs `body` in the one critical region of the observation. It must run no user code, release no user value, and
  /// take no other lock but the graph's.
  @inline(__always)
  final func withState<Result>(_ body: (inout sending ObservationState) -> sending Result) -> sending Result {
    state.withLock { state in
      if isLent { takeBack(&state) }
      return body(&state)
    }
  }

  /// Moves the state back from the node. Called with the lock.
  private func takeBack(_ state: inout ObservationState) {
    isLent = false
    let node = node
    let isRunning = Graph.withLock(of: node) { _ in
      node.isLent = false
      return node[.isHeld]
    }
    if isRunning { state.passes.hasBegun() }
  }

  // MARK: The observer

  override final var options: ObservationOptions { givenOptions }

  override final var startNumber: StartNumber { number }

  override final var endsWithCancel: Bool { true }

  override final func makeNode() {
    makeNode(.observer, startNumber: startNumber, needsWillSet: needsWillSet)
  }

  final var isActive: Bool {
    withState { $0.passes.isActive }
  }

  /// Whether the observation has ended and released its closure.
  final var isReleased: Bool {
    withState { !$0.passes.isActive && !$0.hasBody }
  }

  /// Where passes run; nil without isolation, and after the end.
  var isolation: (any Actor)? {
    withState { $0.queue?.actor }
  }

  final var executor: ExecutorIdentity? { ExecutorIdentity(mark: executorMark) }

  override final var isOnActor: Bool {
    executor?.isCurrent { isolation } ?? false
  }

  /// Whether a pass could run here.
  final var isOnIsolation: Bool {
    executor?.isCurrent { isolation } ?? true
  }

  // MARK: Passes

  /// Runs the pass if it's still due. Called on the observation's isolation.
  func runDuePass() {
    guard let pass = beginPass() else { return releaseBodyAfterEnd() }
    followUp(
      CurrentPass.run(self) {
        if !isLookForModel(pass), pass.isUncertain {
          let isUnnecessary = isUnnecessary(pass)
          if isUnnecessary { lookForModel() }
          // Derived values run user code, which may have cancelled this observation.
          if isUnnecessary || !isActive { return endPass(pass.dependencies, hasSampled: true) }
        }
        let dependencies = perform(pass)
        return endPass(dependencies, hasSampled: isUneventful(pass))
      }
    )
  }

  /// Whether a pass only checks whether the model was deallocated.
  final func isLookForModel(_ pass: Pass) -> Bool {
    pass.kind == .deinit && !options.contains(.deinit)
  }

  /// Whether the pass can be skipped, because its derived values came out equal. The check isn't part of the pass,
  /// which may not run at all: so the observation is notified of deallocations and changes during the check.
  final func isUnnecessary(_ pass: Pass) -> Bool {
    if !pass.isUncertain { return false }
    let (isUnnecessary, hasReport) = DeallocationReports.collect(for: self) {
      CurrentPass.leave { pass.dependencies?.haveChanged() == false }
    }
    if isUnnecessary, hasReport, needsDeallocationInPass(isKnown: true) { DeallocationReports.add([self]) }
    return isUnnecessary
  }

  /// Schedules the pass that is due after an ended one, if any.
  final func followUp(_ next: ObservationState.Turn?) {
    if let next { schedule(on: next.queue, dueTo: nil) }
  }

  /// Schedules the due pass: on the isolation of `queue`, or without isolation.
  func schedule(on queue: PassQueue?, dueTo change: DueChange?) {
    if let queue {
      queue.enqueue(self, dueTo: change)
    } else {
      Task.detached { self.runDuePass() }
    }
  }

  /// Ends the running pass, whose registrations are now `dependencies`. Returns the turn of the next pass, if one is
  /// due, for the caller to schedule.
  final func endPass(_ dependencies: Dependencies?, hasSampled: Bool = false) -> ObservationState.Turn? {
    var (dependencies, hasSampled) = (dependencies, hasSampled)
    while true {
      dependencies?.renewValuesChangedByPass()
      guard let end = finishPass(dependencies, hasSampled: hasSampled) else {
        sample(withState { $0.takeSamplersDue(waitingOnly: hasSampled) }, dependencies)
        hasSampled = true
        continue
      }
      end.replaced?.cancel()
      switch end.action {
      case .none, .run: return nil
      case .enqueue(let turn): return turn
      case .release:
        withState { $0.takeRegistrations() }.end()
        release(wasDue: false)
        return nil
      }
    }
  }

  // MARK: Changes

  override func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if isInPass { return changesItself(moment, from: source, keyPath) }
    let mayRunNow = mayRunNow && mayRunPassHere
    let action = withState { state in
      noteChangeElsewhere()
      return state.dependencyChanged(moment, mayRunNow: mayRunNow, isCertain: source.isCertain)
    }
    react(action, at: moment, from: source, keyPath)
  }

  // A transaction defers the report to its end.
  override final func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    DerivedNode.requireNoComputation()
    guard let transaction = ObservationTransaction.current else {
      return dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
    }
    // The standard backend doesn't report further changes of the transaction, so their property isn't known.
    let property = Tracking.isStandard ? nil : keyPath()
    transaction.deferToEnd(DeferredReport(observer: self, source: .platform, keyPath: property), moment)
  }

  override func receiveRecheck() {
    let action = withState { $0.dependencyChanged(.didSet, mayRunNow: false, isRecheck: true) }
    react(action, at: .didSet, from: .platform) { nil }
  }

  /// Whether an immediate pass could run here.
  final var mayRunPassHere: Bool {
    options.contains(.immediate) && isOnIsolation && CurrentPass.mayNest
  }

  // Most changes need no action, since a pass is due already. These cost no call.
  @inline(__always)
  final func react(
    _ action: ObservationState.Action,
    at moment: PassKind,
    from source: ChangeSource,
    _ keyPath: () -> AnyKeyPath?
  ) {
    switch action {
    case .none, .release: break
    case .enqueue(let turn):
      schedule(on: turn.queue, dueTo: DueChange(keyPath(), of: turn.object, from: source))
    case .run where moment == .didSet:
      let keyPath = keyPath()
      // Reports of derived values have set the enclosing change already.
      if keyPath == nil, !source.isCertain { runDuePass() } else { EnclosingChange.run(of: keyPath) { runDuePass() } }
    case .run: runDuePass()
    }
  }

  // MARK: Samplers

  /// Calls `sampler` after every pass: first at once, or in the running pass.
  final func attach(_ sampler: any PassSampler, on isolation: isolated (any Actor)?) async {
    switch withState({ $0.attach(sampler) }) {
    case .ended:
      sample([sampler], nil)
      sampler.finish()
    case .sampledByPass:
      break
    case .sampleNow:
      followUp(
        CurrentPass.run(self) {
          let dependencies = withState { $0.dependencies }
          sample([sampler], dependencies)
          return endPass(dependencies, hasSampled: true)
        }
      )
    }
  }

  final func detach(_ sampler: any PassSampler) {
    withState { $0.detach(sampler) }
  }

  private func sample(_ samplers: [any PassSampler], _ dependencies: Dependencies?) {
    guard !samplers.isEmpty else { return }
    Graph.readOnceMore(dependencies?.node) {
      Tracking.untracked {
        for sampler in samplers { sampler.sample() }
      }
    }
  }

  // MARK: Cancellation

  /// Ends the observation; see ``PortableObservationToken/cancel()``.
  package func cancel() {
    cancel(isInitialPassQueued: true)
  }

  final func cancel(isInitialPassQueued: Bool) {
    let cancellation = withState { $0.cancel(isInitialPassQueued: isInitialPassQueued) }
    cancellation.registrations.end()
    if cancellation.isReleased { release(wasDue: cancellation.wasDue) }
  }

  /// Releases the closure: here if the code runs on the closure's isolation, otherwise in a turn of the isolation.
  private func release(wasDue: Bool) {
    if !isBodyConfined || isOnIsolation { return releaseBodyAfterEnd(wasDue: wasDue) }
    // The turn of the due pass will release the closure.
    if wasDue { return }
    var queue = withState { $0.queue }
    if queue == nil, let actor = isolation {
      let joined = PassQueues.join(actor)
      withState { $0.queue = joined }
      queue = joined
    }
    if let queue { queue.enqueue(self, dueTo: nil) } else { releaseBodyAfterEnd() }
  }

  /// Releases the closure if the observation has ended. Called on the isolation, or when there is none any more.
  final func releaseBodyAfterEnd(wasDue: Bool = false) {
    let (hasBody, queue) = withState { $0.takeBody() }
    queue?.leave(abandoningDuePass: wasDue)
    if hasBody { releaseBody() }
  }

  // MARK: Start

  /// Runs the initial pass: at once if the caller is on the isolation of the observation.
  final func start(on target: (any Actor)?, from caller: (any Actor)?) {
    let queue = withState { $0.queue }
    if let queue, target !== caller, !queue.isCurrent {
      queue.enqueue(self, dueTo: nil)
    } else {
      runDuePass()
    }
  }
}
