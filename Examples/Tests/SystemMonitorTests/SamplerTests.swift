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
    var shares: [Double] = []
    await #expect(throws: SystemError.unreadable(path: "/proc/stat", reason: "Gone")) {
      try await sampler.run(every: .milliseconds(1)) { shares.append($0.cpu) }
    }
    #expect(shares == [1, 0])
  }

  @Test func aCancelledTaskEndsQuietly() async throws {
    let sampler = try Sampler(GivenSource(readings: [reading(busy: 0)]))
    let task = Task { try await sampler.run(every: .seconds(3600)) { _ in } }
    task.cancel()
    try await task.value
  }

  @Test func aFailingFirstReadingFailsTheStart() {
    #expect(throws: SystemError.self) { try Sampler(GivenSource(readings: [])) }
  }
}
