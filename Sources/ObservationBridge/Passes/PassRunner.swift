import CObservationRuntime

/// The part of an observation that is the same whatever its passes do.
protocol PassRunner: Observing, GraphObserver {
  associatedtype Body: Sendable

  /// Where passes run, as long as the observation lives; nil for no isolation.
  var executor: ExecutorIdentity? { get }

  /// The one critical region of the observation. No user code, no release of what users gave, no other lock in it.
  func withState<Result>(_ body: (inout sending ObservationState<Body>) -> sending Result) -> sending Result

  /// Begins a pass, if one is due.
  func beginPass() -> ObservationState<Body>.Pass?

  /// Ends a pass: see ``ObservationState/finishPass(_:hasSampled:)``.
  func finishPass(_ dependencies: Dependencies?, hasSampled: Bool) -> ObservationState<Body>.End?

  /// Does what a pass is there for.
  ///
  /// - Returns: The registrations that are in place now.
  func perform(_ pass: ObservationState<Body>.Pass) -> Dependencies?

  /// Ends the observation if it ends with a model that has been deallocated. Called in a pass that has nothing else to do.
  func lookForModel()

  /// Whether a pass, which has been performed, changed nothing that a sampler could see.
  func isUneventful(_ pass: ObservationState<Body>.Pass) -> Bool

  /// The observation is over, and no pass will use its body again. Called once, outside the lock.
  func release(_ body: Body)

  /// Whether what the body has captured may be used, and so freed, on the isolation only.
  var isBodyConfined: Bool { get }

  /// Has the pass that is due run soon: on the isolation of `queue`, or without any.
  func schedule(on queue: PassQueue?, dueTo change: DueChange?)
}

extension PassRunner {
  var isActive: Bool {
    withState { $0.passes.isActive }
  }

  var isReleased: Bool {
    withState { !$0.passes.isActive && $0.body == nil }
  }

  var isolation: (any Actor)? {
    withState { $0.queue?.actor }
  }

  var isOnActor: Bool {
    executor?.isCurrent { isolation } ?? false
  }

  /// Whether a pass could run here.
  var isOnIsolation: Bool {
    executor?.isCurrent { isolation } ?? true
  }

  // MARK: Passes

  func runDuePass() {
    guard let pass = beginPass() else { return releaseIfOver() }
    followUp(
      CurrentPass.run(self) {
        if !isLookForModel(pass), pass.isUncertain {
          let isUnnecessary = isUnnecessary(pass)
          if isUnnecessary { lookForModel() }
          // Derived values are computed by code of users, which may have cancelled this observation.
          if isUnnecessary || !isActive { return finish(pass.dependencies, hasSampled: true) }
        }
        let dependencies = perform(pass)
        return finish(dependencies, hasSampled: isUneventful(pass))
      }
    )
  }

  func finishPass(_ dependencies: Dependencies?, hasSampled: Bool) -> ObservationState<Body>.End? {
    withState { $0.finishPass(dependencies, hasSampled: hasSampled) }
  }

  func isUneventful(_ pass: ObservationState<Body>.Pass) -> Bool { isLookForModel(pass) }

  /// Whether a pass is no more than a look whether the model has been deallocated.
  private func isLookForModel(_ pass: ObservationState<Body>.Pass) -> Bool {
    pass.kind == .deinit && !options.contains(.deinit)
  }

  func lookForModel() {}

  /// Whether the derived values that were to decide have come out equal.
  // Not as part of the pass, which may come to nothing: then it is notified of deallocations and changes that come meanwhile.
  func isUnnecessary(_ pass: ObservationState<Body>.Pass) -> Bool {
    if !pass.isUncertain { return false }
    let (isUnnecessary, hasReport) = DeallocationReports.collect(for: self) {
      CurrentPass.leave { pass.isUnnecessary }
    }
    if isUnnecessary, hasReport, needsDeallocationInPass(isKnown: true) { DeallocationReports.add(self) }
    return isUnnecessary
  }

  /// Schedules the pass that is due after one that has ended, if any is.
  func followUp(_ next: PassTurn?) {
    if let next { schedule(on: next.queue, dueTo: nil) }
  }

  func schedule(on queue: PassQueue?, dueTo change: DueChange?) {
    if let queue {
      queue.enqueue(self, dueTo: change)
    } else {
      Task.detached { self.runDuePass() }
    }
  }

  func receiveRecheck() {
    let action = withState { $0.dependencyChanged(.didSet, mayRunNow: false, isRecheck: true) }
    react(action, at: .didSet, from: .platform) { nil }
  }

  // Most changes have no consequence, since the pass is due: those cost no call.
  @inline(__always)
  func react(
    _ action: PassState.ChangeAction<PassTurn>,
    at moment: PassKind,
    from source: ChangeSource,
    _ keyPath: () -> AnyKeyPath?
  ) {
    switch action {
    case .none: break
    case .enqueue(let turn):
      schedule(on: turn.queue, dueTo: DueChange(keyPath(), of: turn.object, from: source))
    case .run where moment == .didSet:
      let keyPath = keyPath()
      // Where derived values report, it has been said what encloses that.
      if keyPath == nil, !source.isCertain { runDuePass() } else { EnclosingChange.run(of: keyPath) { runDuePass() } }
    case .run: runDuePass()
    }
  }

  /// Ends the pass that is running, whose registrations are now `dependencies`.
  ///
  /// - Returns: The turn for which another is due, if one is: whoever has run this pass schedules it.
  func endPass(_ dependencies: Dependencies?) -> PassTurn? {
    finish(dependencies, hasSampled: false)
  }

  private func finish(_ dependencies: Dependencies?, hasSampled: Bool) -> PassTurn? {
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
      case .none: return nil
      case .enqueue(let turn): return turn
      case .release:
        withState { $0.takeRegistrations() }.end()
        release(wasDue: false)
        return nil
      }
    }
  }

  // MARK: Samplers

  func attach(_ sampler: any PassSampler) {
    switch withState({ $0.attach(sampler) }) {
    case .isOver:
      sample([sampler], nil)
      sampler.finish()
    case .sampledByPass:
      break
    case .sampleNow:
      followUp(
        CurrentPass.run(self) {
          let dependencies = withState { $0.dependencies }
          sample([sampler], dependencies)
          return finish(dependencies, hasSampled: true)
        }
      )
    }
  }

  func detach(_ sampler: any PassSampler) {
    withState { $0.detach(sampler) }
  }

  private func sample(_ samplers: [any PassSampler], _ dependencies: Dependencies?) {
    guard !samplers.isEmpty else { return }
    Graph.readOnceMore(dependencies?.models) {
      Tracking.untracked {
        for sampler in samplers { sampler.sample() }
      }
    }
  }

  // MARK: Cancellation

  func cancel() {
    discard(withState { $0.cancel() })
  }

  func discard(_ cancellation: ObservationState<Body>.Cancellation) {
    cancellation.registrations.end()
    if case .release(let wasDue) = cancellation.action { release(wasDue: wasDue) }
  }

  /// Lets go of the body: elsewhere than on its isolation in a turn of that.
  private func release(wasDue: Bool) {
    if !isBodyConfined || isOnIsolation { return releaseBody(wasDue: wasDue) }
    // The turn that it waits for will do.
    if wasDue { return }
    guard let queue = withState({ $0.queue }) ?? joinQueueToRelease() else { return releaseBody(wasDue: false) }
    queue.enqueue(self, dueTo: nil)
  }

  private func joinQueueToRelease() -> PassQueue? {
    guard let queue = isolation.map(PassQueue.join) else { return nil }
    withState { $0.wait(in: queue) }
    return queue
  }

  /// A turn has come, and no pass is due. Called on the isolation, or when there is none any more.
  func releaseIfOver() {
    releaseBody(wasDue: false)
  }

  private func releaseBody(wasDue: Bool) {
    let (body, queue) = withState { $0.takeBody() }
    queue?.leave(abandoningDuePass: wasDue)
    if let body { release(body) }
  }

  func release(_ body: Body) {}

  var isBodyConfined: Bool { true }

  // MARK: Start

  /// Runs the initial pass: at once if the caller is on the isolation of the observation.
  func start(on target: (any Actor)?, from caller: (any Actor)?) {
    let queue = withState { $0.queue }
    if let queue, target !== caller, !queue.isCurrent {
      queue.enqueue(self, dueTo: nil)
    } else {
      runDuePass()
    }
  }
}
