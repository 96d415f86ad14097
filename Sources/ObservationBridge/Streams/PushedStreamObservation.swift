/// The observation behind an iterator with a rate limit: its passes run without the consumer, each in its own turn.
final class PushedStreamObservation: StreamPassRunner {
  let actor: (any Actor)?
  let turns: StreamTurns?
  let usesPublicBackend: Bool
  let isEquatable: Bool
  let startNumber = StartNumber.next()
  /// Called after each sampling, in the pass.
  private let receiver: @Sendable (StreamSample) -> Void
  private let state: LockedState<ObservationState<StreamSampling>>

  init(_ sampler: any StreamSampler, usesPublicBackend: Bool, receiver: @escaping @Sendable (StreamSample) -> Void) {
    (actor, turns, isEquatable) = (sampler.actor, sampler.turns, sampler.isEquatable)
    (self.usesPublicBackend, self.receiver) = (usesPublicBackend, receiver)
    let queue = sampler.actor.map(PassQueue.join)
    state = LockedState(
      ObservationState(StreamSampling.options, queue, StreamSampling(sampler: sampler))
    )
  }

  func withState<Result>(
    _ body: (inout sending ObservationState<StreamSampling>) -> sending Result
  ) -> sending Result {
    state.withLock(body)
  }

  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if isInPass { return }
    let action = withState { $0.dependencyChanged(moment, mayRunNow: false, isCertain: source.isCertain) }
    react(action, at: moment, from: source, keyPath)
  }

  // MARK: Passes

  /// Whether the initial pass is still to come.
  var isNew: Bool {
    withState { $0.passes.phase == .due(.initial) }
  }

  /// Runs the initial pass.
  func start(isolation: isolated (any Actor)?) async {
    await takeTurn { runDuePass() }
  }

  func schedule(on queue: PassQueue?, dueTo change: DueChange?) {
    if let queue { return queue.enqueue(self, dueTo: change) }
    Task.detached { await self.takeTurn { self.sampleIfDue() } }
  }

  func runDuePass() {
    sampleIfDue()
    // If another thread has cancelled the observation, the closure is released after this pass.
    releaseBodyAfterEnd()
  }

  /// Runs the due pass, followed at once by passes that confirm it: the newest value is delivered, once.
  private func sampleIfDue() {
    var confirmationCount = 0
    while let pass = beginPass() {
      var isConfirmed = false
      let (sample, next) = run(pass) { sample, dependencies in
        isConfirmed =
          sample == .value && confirmationCount < PassState.maximumConfirmationCount
          && withState { $0.confirms(dependencies) }
        if !isConfirmed, sample != .repetition { receiver(sample) }
      }
      if sample.isFinal { return }
      if !isConfirmed { return followUp(next) }
      confirmationCount += 1
    }
  }

  func cancel() {
    // The caller of `start` runs the initial pass, so it isn't queued.
    discard(withState { $0.cancel(isInitialPassQueued: false) })
  }
}
