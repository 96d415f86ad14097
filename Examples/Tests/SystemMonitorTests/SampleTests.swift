import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct SampleTests {
  private let start = SystemReading(
    time: .now,
    cpu: CPUTicks(busy: 100, idle: 900),
    cores: [CPUTicks(busy: 50, idle: 450), CPUTicks(busy: 50, idle: 450)],
    memory: MemoryReading(total: 100, used: 50, swapTotal: 0, swapUsed: 0),
    load: LoadReading(one: .zero, five: .zero, fifteen: .zero),
    network: ByteCounters(incoming: 1000, outgoing: 1000),
    disk: nil,
    processes: [process(1, "init", time: 10), process(2, "editor", time: 5)]
  )

  private static func process(
    _ pid: Int32,
    _ name: String,
    time: Double,
    start: UInt64 = 0,
    memory: UInt64 = 0
  ) -> ProcessReading {
    ProcessReading(
      id: ProcessIdentity(pid: pid, startTime: start),
      name: name,
      command: ProcessCommand(program: name),
      processorTime: time,
      memory: memory
    )
  }

  @Test func sharesAndRatesAreThoseOfTheTimeBetween() {
    var end = start
    end.time += .seconds(2)
    end.cpu = CPUTicks(busy: 150, idle: 1050)
    end.cores = [CPUTicks(busy: 100, idle: 500), CPUTicks(busy: 50, idle: 550)]
    end.network = ByteCounters(incoming: 5000, outgoing: 1000)
    let sample = SystemSample(from: start, to: end)
    #expect(sample.cpu == 0.25)
    #expect(sample.cores == [0.5, 0])
    #expect(sample.network == Throughput(incoming: 2000, outgoing: 0))
    #expect(sample.disk == nil)
  }

  @Test func aCounterThatWasResetCountsAsStandingStill() {
    var end = start
    end.time += .seconds(1)
    end.cpu = CPUTicks(busy: 110, idle: 800)
    end.network = ByteCounters(incoming: 10, outgoing: 1500)
    let sample = SystemSample(from: start, to: end)
    #expect(sample.cpu == 1)
    #expect(sample.network == Throughput(incoming: 0, outgoing: 500))
  }

  @Test func twoReadingsAtTheSameTimeMakeASample() {
    let sample = SystemSample(from: start, to: start)
    #expect(sample.cpu == 0)
    #expect(sample.network == Throughput(incoming: 0, outgoing: 0))
  }

  @Test func processesHaveTheTimeThatTheyUsedMeanwhile() {
    let rows = ProcessRow.rows(
      of: [
        Self.process(1, "idle", time: 10),
        Self.process(2, "busy", time: 6),
        Self.process(3, "new", time: 0.25, start: 9),
        Self.process(4, "large", time: 1, memory: 9000),
        // Another process that got the number of one that has ended.
        Self.process(5, "reused", time: 0.5, start: 9),
      ],
      since: [
        Self.process(1, "idle", time: 10), Self.process(2, "busy", time: 5), Self.process(4, "large", time: 1),
        Self.process(5, "ended", time: 70),
      ],
      seconds: 1
    )
    #expect(rows.map { "\($0.name) \($0.cpu)" } == ["idle 0 %", "busy 100 %", "new 25 %", "large 0 %", "reused 50 %"])
  }

  @Test func processesThatLookEqualKeepTheirPlaces() {
    let rows = ProcessRow.rows(
      of: [Self.process(7, "b", time: 0.002, memory: 5_000_001), Self.process(3, "a", time: 0.001, memory: 5_000_000)],
      since: [],
      seconds: 1
    )
    #expect(ProcessOrder().sorted(rows).map(\.id.pid) == [3, 7])
  }
}
