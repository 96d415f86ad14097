import ObservationBridgeTesting
import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct SamplerTests {
  /// A machine whose readings are given.
  private struct GivenSource: SystemSource {
    var readings: [SystemReading]

    mutating func read() throws(SystemError) -> SystemReading {
      if readings.isEmpty { throw .unreadable(path: "/proc/stat", reason: "Gone") }
      return readings.removeFirst()
    }
  }

  private func reading(busy: UInt64) -> SystemReading {
    SystemReading(
      time: .now,
      cpu: CPUTicks(busy: busy, idle: 100),
      cores: [CPUTicks(busy: busy, idle: 100)],
      memory: MemoryReading(total: 1, used: 0, swapTotal: 0, swapUsed: 0),
      load: LoadReading(one: .zero, five: .zero, fifteen: .zero),
      network: ByteCounters(),
      disk: nil,
      processes: []
    )
  }

  @MainActor @Test func samplesAreHandedOverUntilOneFails() async throws {
    let sampler = try Sampler(GivenSource(readings: [0, 10, 10].map(reading)))
    let clock = ManualClock()
    let moving = Task {
      // The first sample comes sooner.
      for step in [250, 3000, 3000] as [Int] {
        await clock.waitForSleepers()
        clock.advance(by: .milliseconds(step))
      }
    }
    var shares: [Double] = []
    await #expect(throws: SystemError.unreadable(path: "/proc/stat", reason: "Gone")) {
      try await sampler.run(every: .seconds(3), clock: clock) { shares.append($0.cpu) }
    }
    await moving.value
    #expect(shares == [1, 0])
    try clock.checkIdle()
  }

  @MainActor @Test func samplesThatWereMissedAreLeftOut() async throws {
    let sampler = try Sampler(GivenSource(readings: (0..<4).map { reading(busy: $0) }))
    let clock = ManualClock()
    var times: [Duration] = []
    let sampling = Task {
      try await sampler.run(every: .seconds(1), clock: clock) { _ in times.append(clock.now.offset) }
    }
    for step in [.milliseconds(250), .seconds(10), .seconds(1)] as [Duration] {
      await clock.waitForSleepers()
      clock.advance(by: step)
    }
    await #expect(throws: SystemError.unreadable(path: "/proc/stat", reason: "Gone")) { try await sampling.value }
    #expect(times == [.milliseconds(250), .milliseconds(10_250), .milliseconds(10_250)])
  }

  @Test func aCancelledTaskEndsQuietly() async throws {
    let sampler = try Sampler(GivenSource(readings: [reading(busy: 0)]))
    let clock = ManualClock()
    let task = Task { try await sampler.run(every: .seconds(3600), clock: clock) { _ in } }
    await clock.waitForSleepers()
    task.cancel()
    try await task.value
    try clock.checkIdle()
  }

  @Test func aFailingFirstReadingFailsTheStart() {
    #expect(throws: SystemError.self) { try Sampler(GivenSource(readings: [])) }
  }
}
