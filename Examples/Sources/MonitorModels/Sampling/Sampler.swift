/// Reads the machine at regular times, away from the main actor.
public actor Sampler {
  private var source: any SystemSource
  private var last: SystemReading

  /// Takes the first reading, to which the first sample is compared.
  public init(_ source: some SystemSource) throws(SystemError) {
    var source = source
    last = try source.read()
    self.source = source
  }

  /// The number of cores of this machine.
  public var coreCount: Int {
    last.cores.count
  }

  /// What has happened since the last sample.
  package func sample() throws(SystemError) -> SystemSample {
    let reading = try source.read()
    defer { last = reading }
    return SystemSample(from: last, to: reading)
  }

  /// Hands over a sample per interval until the task is cancelled. The first one comes sooner, so that a dashboard has
  /// something to show.
  public func run(
    every interval: Duration,
    clock: some Clock<Duration> = ContinuousClock(),
    deliver: @MainActor @Sendable (SystemSample) -> Void
  ) async throws(SystemError) {
    var next = clock.now.advanced(by: min(interval, .milliseconds(250)))
    while await Self.sleep(until: next, tolerance: interval / 20, clock) {
      await deliver(try sample())
      // After a pause of the machine the samples that were missed are left out.
      next = max(next.advanced(by: interval), clock.now)
    }
  }

  /// Returns whether to go on.
  private static func sleep<C: Clock>(until time: C.Instant, tolerance: Duration, _ clock: C) async -> Bool
  where C.Duration == Duration {
    do {
      try await clock.sleep(until: time, tolerance: tolerance)
      return true
    } catch {
      return false
    }
  }
}
