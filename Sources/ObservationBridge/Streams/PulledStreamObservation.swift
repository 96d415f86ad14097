/// The observation behind an iterator without a rate limit: the consumer runs each due pass when it asks for a value.
/// Nothing is scheduled, and nothing is buffered.
@usableFromInline
final class PulledStreamObservation: StreamPassRunner {
  @usableFromInline let actor: (any Actor)?
  let turns: StreamTurns?
  let usesPublicBackend: Bool
  let isEquatable: Bool
  let startNumber = StartNumber.next()
  private let use = StreamUse()
  private let state: LockedState<State>

  private struct State: Sendable {
    var observation: ObservationState<StreamSampling>
    var consumer = StreamConsumer<SuspendedTask>()
  }

  @usableFromInline
  init(_ sampler: any StreamSampler, usesPublicBackend: Bool) {
    (actor, turns, isEquatable) = (sampler.actor, sampler.turns, sampler.isEquatable)
    self.usesPublicBackend = usesPublicBackend
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
    let consumer = state.withLock { state -> SuspendedTask? in
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

  // Called in a turn that was scheduled to release the closure.
  func runDuePass() {
    _ = sampleIfDue()
    releaseBodyAfterEnd()
  }

  /// Runs the due pass, and further ones as long as a property has changed meanwhile or was read for the first time:
  /// the newest value is delivered, once. After eleven passes, the consumer gets the current value, and continues when
  /// it asks again.
  ///
  /// - Returns: Whether there is a value, or false at the end of the stream. Nil if no pass was due, or if it has found
  ///   nothing new.
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
      // The getters that the pass has run may have cancelled the task.
      if next == nil || isCancelled { break }
    }
    return result
  }

  // MARK: The consumer

  /// Called when a consumer asks for a value; see ``StreamUse``.
  @usableFromInline
  func beginUse(isConfined: Bool) {
    use.begin(self, isConfined: isConfined)
  }

  @usableFromInline
  func endUse() {
    use.end()
  }

  /// Waits for a value, which has been sampled when this returns.
  ///
  /// - Parameter isolation: The isolation of the sampler, or of the consumer if the sampler has none.
  /// - Returns: False at the end of the stream.
  @usableFromInline
  func next(isolation: isolated (any Actor)?) async -> Bool {
    while !Task.isCancelled {
      if let hasValue = await takeTurn({ sampleIfDue() }) { return hasValue }
      if await !waitForChange(isolation) { return false }
    }
    cancel()
    return false
  }

  /// Waits until a pass may be due. Returns false if no pass will ever be due.
  @inline(__always)
  private func waitForChange(_ isolation: isolated (any Actor)?) async -> Bool {
    await withTaskCancellationHandler {
      await SuspendedTask.suspend(isolation: isolation) { continuation in
        state.withLock { state in
          // If the task was cancelled earlier, the cancellation handler found no continuation to resume.
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

  /// Called when the iterator is deallocated.
  @usableFromInline
  func end() {
    cancel()
  }

  func cancel() {
    let (cancellation, consumer) = state.withLock { state in
      // A consumer runs the initial pass, so it isn't queued.
      (state.observation.cancel(isInitialPassQueued: false), state.consumer.wake())
    }
    consumer?.resume()
    discard(cancellation)
  }
}
