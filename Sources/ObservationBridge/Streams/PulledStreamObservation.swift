/// The observation behind an iterator without a rate limit: a pass that is due waits for the consumer, who runs it. Nothing is scheduled,
/// and nothing is buffered.
@usableFromInline
final class PulledStreamObservation: StreamPassRunner {
  @usableFromInline let actor: (any Actor)?
  let turns: StreamTurns?
  let isLegacy: Bool
  let startNumber = StartNumber.next()
  private let use = StreamUse()
  private let state: LockedState<State>

  private struct State: Sendable {
    var observation: ObservationState<StreamSampling>
    var consumer = StreamConsumer<StreamContinuation>()
  }

  @usableFromInline
  init(_ sampler: any StreamSampler, isLegacy: Bool) {
    (actor, turns, self.isLegacy) = (sampler.actor, sampler.turns, isLegacy)
    state = LockedState(
      State(observation: ObservationState(StreamSampling.options, nil, StreamSampling(sampler: sampler)))
    )
  }

  func withState<Result>(
    _ body: (inout sending ObservationState<StreamSampling>) -> sending Result
  ) -> sending Result {
    state.withLock { body(&$0.observation) }
  }

  func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if !isInPass { report(moment, isCertain: source.isCertain, isRecheck: false) }
  }

  func receiveRecheck() {
    report(.didSet, isCertain: true, isRecheck: true)
  }

  private func report(_ moment: PassKind, isCertain: Bool, isRecheck: Bool) {
    let consumer = state.withLock { state -> StreamContinuation? in
      let action = state.observation.dependencyChanged(
        moment,
        mayRunNow: false,
        isCertain: isCertain,
        isRecheck: isRecheck
      )
      guard case .enqueue = action else { return nil }
      return state.consumer.wake()
    }
    consumer?.resume()
  }

  // MARK: Passes

  // The consumer's task runs the pass.
  var isCancelled: Bool { !isActive || Task.isCancelled }

  // A turn that it was to be let go of in.
  func runDuePass() {
    _ = sampleIfDue()
    releaseIfOver()
  }

  /// Runs the pass that is due, and more of them as long as something has changed meanwhile or was read for the first time: what is
  /// delivered is the newest, and delivered once. After the eleventh the consumer gets what there is, and goes on when it asks again.
  ///
  /// - Returns: Whether there is a value; nil if no pass was due, or it has brought nothing new.
  private func sampleIfDue() -> Bool? {
    var result: Bool?
    for _ in 0...PassState.maximumConfirmationCount {
      guard let pass = beginPass() else { break }
      let (sample, next) = run(pass)
      switch sample {
      case .value: result = true
      case .repetition: break
      case .last: return true
      case .end: return false
      }
      // What the pass has computed may have cancelled the task.
      if next == nil || isCancelled { break }
    }
    return result
  }

  // MARK: The consumer

  /// A consumer asks for a value; see ``StreamUse``.
  @usableFromInline
  func beginUse(isConfined: Bool) {
    use.begin(self, isConfined: isConfined)
  }

  @usableFromInline
  func endUse() {
    use.end()
  }

  /// Waits for a value, which is sampled when this returns.
  ///
  /// - Parameter isolation: That of the sampler, or the consumer's if the sampler has none.
  /// - Returns: False when no more will come.
  @usableFromInline
  func next(isolation: isolated (any Actor)?) async -> Bool {
    while !Task.isCancelled {
      if let hasValue = await takeTurn({ sampleIfDue() }) { return hasValue }
      if await !waitForChange(isolation) { return false }
    }
    cancel()
    return false
  }

  /// Waits until a pass may be due; false if none will ever be.
  @inline(__always)
  private func waitForChange(_ isolation: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await StreamContinuation.suspend(isolation: isolation) { continuation in
        state.withLock { state in
          // Cancelled before there was anybody to wake.
          if Task.isCancelled || state.observation.passes.phase != .idle { return false }
          state.consumer.wait(continuation)
          return true
        }
      }
    } onCancel: {
      state.withLock { $0.consumer.wake() }?.resume()
    }
    return isActive
  }

  /// The iterator has been deallocated.
  @usableFromInline
  func end() {
    cancel()
  }

  func cancel() {
    let (cancellation, consumer) = state.withLock { state in
      // A consumer runs that pass.
      (state.observation.cancel(isInitialPassQueued: false), state.consumer.wake())
    }
    consumer?.resume()
    discard(cancellation)
  }
}
