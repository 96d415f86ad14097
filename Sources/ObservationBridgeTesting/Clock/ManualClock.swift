import ObservationBridge

/// A clock that stands still until a test advances it.
///
/// Pass it to code that takes `any Clock<Duration>`, wait until that code sleeps, advance the clock, and prove at the
/// end that nothing is sleeping anymore:
///
/// ```swift
/// let clock = ManualClock()
/// let tea = Task { try await clock.sleep(for: .seconds(180)) }
/// await clock.waitForSleepers()
/// clock.advance(by: .seconds(180))
/// try await tea.value
/// try clock.checkIdle()
/// ```
///
/// All members can be called from any thread and isolation. A sleeping task keeps the clock alive.
public final class ManualClock: Clock {
  let state: LockedState<SleepState<CheckedContinuation<Void, any Error>, CheckedContinuation<Void, Never>>>

  /// Makes a clock without sleeping tasks.
  ///
  /// - Parameter now: The clock's time.
  public init(now: Instant = Instant()) {
    state = LockedState(SleepState(now: now.offset))
  }

  /// The clock's time.
  public var now: Instant {
    Instant(offset: state.withLock { $0.now })
  }

  /// Zero: the clock can be advanced by any time.
  public var minimumResolution: Duration { .zero }

  /// How many tasks are sleeping.
  public var sleeperCount: Int {
    state.withLock { $0.sleeperCount }
  }

  /// When the next task wakes; nil while nothing is sleeping.
  public var nextDeadline: Instant? {
    state.withLock { $0.deadlines.first }.map(Instant.init(offset:))
  }

  /// Sleeps until the clock shows `deadline` or later; returns at once if it already does.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Has no effect: a manual clock is exact.
  /// - Throws: `CancellationError`, at once, if the task is cancelled. A finished or cancelled sleep leaves nothing
  ///   behind.
  /// - Complexity: O(number of sleepers).
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let beginning = state.withLock {
          $0.beginSleep(id, until: deadline.offset, isCancelled: Task.isCancelled, continuation)
        }
        switch beginning {
        case .cancelled: continuation.resume(throwing: CancellationError())
        case .due: continuation.resume()
        case .sleeps(let watchers): for watcher in watchers { watcher.resume() }
        }
      }
    } onCancel: {
      state.withLock { $0.cancelSleep(id) }?.resume(throwing: CancellationError())
    }
  }

  /// Moves the clock forward and wakes the due tasks: by deadline, and for equal deadlines in the order of their
  /// sleeps.
  ///
  /// The clock shows its new time before the first task wakes. Woken tasks continue on their own executors, as a rule
  /// after this method has returned. If a task then sleeps again until a passed deadline, the sleep returns at once. To
  /// let tasks act between two deadlines, advance from one ``nextDeadline`` to the next.
  ///
  /// - Parameter step: How far; zero wakes nothing. Must not be negative.
  public func advance(by step: Duration) {
    precondition(
      step >= .zero,
      "A clock can't go back: it was told to advance by \(step). Use another clock instead."
    )
    let due = state.withLock { $0.advance(to: $0.now + step) }
    for sleeper in due { sleeper.resume() }
  }

  /// Moves the clock forward to an instant and wakes the due tasks, as in ``advance(by:)``.
  ///
  /// - Parameter instant: The clock's new time. Must not be earlier than ``now``.
  public func advance(to instant: Instant) {
    let due = state.withLock { $0.advance(to: instant.offset) }
    for sleeper in due { sleeper.resume() }
  }

  /// Waits until tasks are sleeping on this clock; returns at once if they already are.
  ///
  /// - Parameter count: How many tasks must be sleeping at the same time. Returns early if the current task is
  ///   cancelled.
  public func waitForSleepers(_ count: Int = 1) async {
    let id = state.withLock { $0.makeID() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waits = state.withLock { $0.beginWatch(id, count: count, isCancelled: Task.isCancelled, continuation) }
        if !waits { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.cancelWatch(id) }?.resume()
    }
  }
}
