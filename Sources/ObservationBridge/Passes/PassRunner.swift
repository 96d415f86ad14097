import CObservationRuntime

/// The common part of all kinds of observations.
protocol PassRunner: Observing, GraphObserver {
  associatedtype Body: Sendable

  /// Where passes run, for the lifetime of the observation; nil for no isolation.
  var executor: ExecutorIdentity? { get }

  /// Runs `body` in the one critical region of the observation. It must run no user code, release no user value, and
  /// take no other lock but the graph's.
  func withState<Result>(_ body: (inout sending ObservationState<Body>) -> sending Result) -> sending Result

  /// Begins a pass, if one is due.
  func beginPass() -> ObservationState<Body>.Pass?

  /// Ends a pass: see ``ObservationState/finishPass(_:hasSampled:)``.
  func finishPass(_ dependencies: Dependencies?, hasSampled: Bool) -> ObservationState<Body>.End?

  /// Runs the pass: calls the closure, delivers a value, or assigns it.
  ///
  /// - Returns: The registrations in place afterwards.
  func perform(_ pass: ObservationState<Body>.Pass) -> Dependencies?

  /// Ends the observation if its model was deallocated. Called in a pass without any other work.
  func lookForModel()

  /// Whether a performed pass changed nothing that a sampler could see.
  func isUneventful(_ pass: ObservationState<Body>.Pass) -> Bool

  /// Releases the body of an ended observation, which no pass will use again. Called once, outside the lock.
  func release(_ body: Body)

  /// Whether the captures of the body may be used, and so freed, on the isolation only.
  var isBodyConfined: Bool { get }

  /// Schedules the due pass: on the isolation of `queue`, or without isolation.
  func schedule(on queue: PassQueue?, dueTo change: DueChange?)
}

extension PassRunner {
  var endsWithCancel: Bool { true }

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
    guard let pass = beginPass() else { return releaseBodyAfterEnd() }
    followUp(
      CurrentPass.run(self) {
        if !isLookForModel(pass), pass.isUncertain {
          let isUnnecessary = isUnnecessary(pass)
          if isUnnecessary { lookForModel() }
          // Derived values run user code, which may have cancelled this observation.
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

  /// Whether a pass only checks whether the model was deallocated.
  private func isLookForModel(_ pass: ObservationState<Body>.Pass) -> Bool {
    pass.kind == .deinit && !options.contains(.deinit)
  }

  func lookForModel() {}

  /// Whether the pass can be skipped, because its derived values came out equal. The check isn't part of the pass,
  /// which may not run at all: so the observation is notified of deallocations and changes during the check.
  func isUnnecessary(_ pass: ObservationState<Body>.Pass) -> Bool {
    if !pass.isUncertain { return false }
    let (isUnnecessary, hasReport) = DeallocationReports.collect(for: self) {
      CurrentPass.leave { pass.isUnnecessary }
    }
    if isUnnecessary, hasReport, needsDeallocationInPass(isKnown: true) { DeallocationReports.add([self]) }
    return isUnnecessary
  }

  /// Schedules the pass that is due after an ended one, if any.
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

  // Most changes need no action, since a pass is due already. These cost no call.
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
      // Reports of derived values have set the enclosing change already.
      if keyPath == nil, !source.isCertain { runDuePass() } else { EnclosingChange.run(of: keyPath) { runDuePass() } }
    case .run: runDuePass()
    }
  }

  /// Ends the running pass, whose registrations are now `dependencies`.
  ///
  /// - Returns: The turn of the next pass, if one is due. The caller schedules it.
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

  /// Releases the body: here if the code runs on the body's isolation, otherwise in a turn of the isolation.
  private func release(wasDue: Bool) {
    if !isBodyConfined || isOnIsolation { return releaseBody(wasDue: wasDue) }
    // The turn of the due pass will release the body.
    if wasDue { return }
    guard let queue = withState({ $0.queue }) ?? joinQueueToRelease() else { return releaseBody(wasDue: false) }
    queue.enqueue(self, dueTo: nil)
  }

  private func joinQueueToRelease() -> PassQueue? {
    guard let queue = isolation.map(PassQueue.join) else { return nil }
    withState { $0.wait(in: queue) }
    return queue
  }

  /// Releases the body in a turn without a due pass. Called on the isolation, or when there is none any more.
  func releaseBodyAfterEnd() {
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
