import ObservationBridge

extension ManualClock {
  /// Tasks are still sleeping on a clock; thrown by ``ManualClock/checkIdle()``.
  public struct NotIdleError: Error, Equatable, CustomStringConvertible {
    /// The clock's time.
    public let now: Instant
    /// When the tasks would wake, the earliest first.
    public let deadlines: [Instant]

    /// The number of sleeping tasks, their deadlines, and the remedy.
    public var description: String {
      let tasks = deadlines.count == 1 ? "1 task is still sleeping" : "\(deadlines.count) tasks are still sleeping"
      let times = deadlines.map(\.description).joined(separator: ", ")
      return """
        \(tasks) on the clock, which shows \(now), until \(times). Something wasn't cancelled, or the test ends too \
        early: cancel it and wait for it to end, or advance the clock.
        """
    }
  }

  /// Throws if anything is sleeping on this clock. Call it at the end of a test, to prove that nothing was left behind.
  ///
  /// - Throws: ``NotIdleError``.
  public func checkIdle() throws {
    let (now, deadlines) = state.withLock { ($0.now, $0.deadlines) }
    if deadlines.isEmpty { return }
    throw NotIdleError(now: Instant(offset: now), deadlines: deadlines.map(Instant.init(offset:)))
  }
}
