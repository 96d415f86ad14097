/// The values of a stream with a rate limit, between the passes that sample them and the consumer.
///
/// The limit learns the time from each new value, and from the consumer, which sleeps until the next deadline. While the
/// consumer is busy, and after its end, no task is running.
// Unchecked: the lock guards the state. If passes and consumer aren't on the same actor, the compiler has checked that
// values are `Sendable`.
@usableFromInline
final class RateLimitedValues<Value, Failure: Error>: @unchecked Sendable {
  private struct State: @unchecked Sendable {
    var limit: RateLimitState<Value, Failure>
    var consumer: SuspendedTask?
    /// The latest time until which the waiting consumer sleeps.
    var sleepsUntil: Duration?

    /// The consumer, if there is something to do for it.
    mutating func wakeIfNeeded() -> SuspendedTask? {
      limit.isWaiting(until: sleepsUntil) || (sleepsUntil != nil && limit.isWaiting) ? nil : consumer.take()
    }
  }

  private let state: LockedState<State>
  private let clock: ErasedClock
  private let tolerance: Duration?

  @usableFromInline
  init(_ limit: StreamLimit) {
    state = LockedState(State(limit: RateLimitState(limit.limit)))
    clock = ErasedClock(limit.clock)
    tolerance = if case .debounce(let debounce) = limit.limit { debounce.tolerance } else { nil }
  }

  // MARK: The passes

  /// Returns a closure that adds the values of a slot. Called after each pass, which has sampled a value.
  @usableFromInline
  func receiver(of slot: StreamSlot<Value, Failure>) -> @Sendable (StreamSample) -> Void {
    let confined = Confined(slot)
    return { sample in
      let slot = confined.value
      if let value = slot.value.take() {
        let now = self.clock.now
        self.update {
          $0.receive(value, at: now)
          if sample == .last { $0.finish(.finished) }
        }
      } else {
        let failure = slot.failure.take()
        self.update { $0.finish(failure.map { .failed($0) } ?? .finished) }
      }
    }
  }

  /// Changes the state, and wakes the consumer if necessary.
  @discardableResult
  private func update<Result>(_ body: (inout RateLimitState<Value, Failure>) -> Result) -> Result {
    let outcome = state.withLock { state in
      // This copy keeps discarded values alive, so that they are released after the lock.
      let before = state.limit
      let result = body(&state.limit)
      return Confined((result: result, before: before, consumer: state.wakeIfNeeded()))
    }
    outcome.value.consumer?.resume()
    return outcome.value.result
  }

  // MARK: The consumer

  @usableFromInline
  func next(of observation: StreamObservation, isolation: isolated (any Actor)?) async throws(Failure) -> Value? {
    // Asked here: a value that is ready must not wait for a turn of the stream's actor.
    if !Task.isCancelled, observation.isNew { await observation.start(isolation: observation.actor ?? isolation) }
    while !Task.isCancelled {
      let now = clock.now
      switch update({ $0.next(at: now) }) {
      case .value(let value): return value
      case .end(.finished): return nil
      case .end(.failed(let failure)): throw failure
      case .wait(let deadline): await wait(until: deadline, isolation: isolation)
      }
    }
    observation.cancel()
    update { $0.discard() }
    return nil
  }

  private func wait(until deadline: Duration?, isolation: isolated (any Actor)?) async {
    guard let deadline else { return await suspend(until: nil, isolation: isolation) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        guard await self.clock.sleep(until: deadline, tolerance: self.tolerance) else { return }
        // The clock may have ended the sleep early.
        let now = max(self.clock.now, deadline)
        self.update { $0.advance(to: now) }
        // The deadline may have been replaced by another one meanwhile.
        self.state.withLock { $0.consumer.take() }?.resume()
      }
      await suspend(until: deadline, isolation: isolation)
      group.cancelAll()
    }
  }

  /// Suspends the consumer until there is something to do for it.
  private func suspend(until deadline: Duration?, isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await SuspendedTask.suspend(isolation: isolation) { continuation in
        state.withLock { state in
          // If the task was cancelled earlier, the cancellation handler found no continuation to resume.
          if Task.isCancelled || !state.limit.isWaiting(until: deadline) { return false }
          state.sleepsUntil = deadline
          state.consumer = continuation
          return true
        }
      }
    } onCancel: {
      state.withLock { $0.consumer.take() }?.resume()
    }
  }
}
