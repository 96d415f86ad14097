import ObservationBridgeTesting
import Testing

@Suite struct ManualClockTests {
  private let clock = ManualClock()

  @Test func standsStillUntilAdvanced() {
    let clock = ManualClock(now: .init(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(5))
    clock.advance(by: .milliseconds(1500))
    #expect(clock.now.offset == .milliseconds(6500))
    clock.advance(to: .init(offset: .seconds(7)))
    #expect(clock.now.offset == .seconds(7))
    #expect(clock.minimumResolution == .zero)
  }

  @Test func instantsAreOrderedByTheirOffset() {
    let instant = ManualClock.Instant(offset: .seconds(2))
    let later = instant.advanced(by: .seconds(3))
    #expect(instant < later)
    #expect(!(later < instant))
    #expect(instant.duration(to: later) == .seconds(3))
    #expect(Set([instant, later, later.advanced(by: .seconds(-3))]) == [instant, later])
    #expect("\(later)" == "5.0 seconds")
  }

  @Test func passedDeadlineIsNotWaitedFor() async throws {
    clock.advance(by: .seconds(1))
    try await clock.sleep(until: .init(offset: .seconds(1)))
    try await clock.sleep(for: .seconds(-1))
    try clock.checkIdle()
  }

  @Test func sleepersWakeInOrder() async throws {
    let output = try await Timeline("-----").run { run in
      AsyncStream<Int> { continuation in
        for (name, seconds) in [3, 1, 2, 1].enumerated() {
          Task {
            run.assertIsolated()
            try await run.clock.sleep(until: .init(offset: .seconds(seconds)))
            continuation.yield(name)
          }
        }
      }
    }
    #expect(output == "-[13]20-")
  }

  @Test func oneStepWakesAllThatAreDue() async throws {
    async let first: Void = clock.sleep(for: .seconds(2))
    async let second: Void = clock.sleep(for: .seconds(1))
    async let third: Void = clock.sleep(for: .seconds(3))
    await clock.waitForSleepers(3)
    #expect(clock.sleeperCount == 3)
    #expect(clock.nextDeadline?.offset == .seconds(1))
    clock.advance(by: .seconds(2))
    try await first
    try await second
    #expect(clock.nextDeadline?.offset == .seconds(3))
    clock.advance(by: .seconds(1))
    try await third
    #expect(clock.nextDeadline == nil)
    try clock.checkIdle()
  }

  @Test func sleepOfACancelledTaskThrowsAtOnce() async throws {
    let task = Task { [clock] in
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await clock.sleep(for: .seconds(1)) }
      await #expect(throws: CancellationError.self) { try await clock.sleep(for: .zero) }
    }
    await task.value
    try clock.checkIdle()
  }

  @Test func cancellationEndsASleep() async throws {
    let task = Task { [clock] in try await clock.sleep(for: .seconds(1)) }
    await clock.waitForSleepers()
    task.cancel()
    #expect(clock.sleeperCount == 0, "at once")
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.advance(by: .seconds(1))
    try clock.checkIdle()
  }

  @Test func waitingForSleepersReturnsWhenEnoughSleep() async throws {
    let task = Task { [clock] in
      await clock.waitForSleepers(2)
      return clock.sleeperCount
    }
    async let first: Void = clock.sleep(for: .seconds(1))
    async let second: Void = clock.sleep(for: .seconds(1))
    #expect(await task.value == 2)
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    _ = try await (first, second)
  }

  @Test func cancellationEndsTheWaitingForSleepers() async {
    let task = Task { [clock] in await clock.waitForSleepers() }
    task.cancel()
    await task.value
    #expect(clock.sleeperCount == 0)
  }

  @Test func aTaskThatStillSleepsIsReported() async throws {
    try clock.checkIdle()
    let tasks = [5, 3].map { seconds in
      Task { [clock] in try? await clock.sleep(until: .init(offset: .seconds(seconds))) }
    }
    await clock.waitForSleepers(2)
    clock.advance(by: .seconds(1))
    let error = try #require(throws: ManualClock.NotIdleError.self) { try clock.checkIdle() }
    #expect(error.deadlines.map(\.offset) == [.seconds(3), .seconds(5)])
    #expect(error.now.offset == .seconds(1))
    #expect(
      error.description.hasPrefix(
        "2 tasks are still sleeping on the clock, which shows 1.0 seconds, until 3.0 seconds, 5.0 seconds. "
      )
    )
    for task in tasks { task.cancel() }
    try clock.checkIdle()
  }

  #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func goingBackIsRefused() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ManualClock().advance(by: .seconds(-1))
      }
      #expect(message(of: result).contains("A clock can't go back"))
      let other = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ManualClock(now: .init(offset: .seconds(2))).advance(to: .init(offset: .seconds(1)))
      }
      #expect(message(of: other).contains("A clock can't go back"))
    }
  #endif
}
