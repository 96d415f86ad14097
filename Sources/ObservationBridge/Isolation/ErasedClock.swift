/// A type-erased clock. Times are durations since the clock was wrapped.
struct ErasedClock: Sendable {
  let elapsed: @Sendable () -> Duration
  let sleepUntil: @Sendable (_ deadline: Duration, _ tolerance: Duration?) async throws -> Void

  var now: Duration { elapsed() }

  /// Sleeps. Returns false if the task was cancelled before the deadline.
  func sleep(until deadline: Duration, tolerance: Duration?) async -> Bool {
    do {
      try await sleepUntil(deadline, tolerance)
      return true
    } catch {
      return !Task.isCancelled
    }
  }
}

extension ErasedClock {
  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
  }
}
