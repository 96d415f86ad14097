/// The counters of the machine at one moment. What happens per second is the difference of two readings.
public struct SystemReading: Sendable {
  package var time: ContinuousClock.Instant
  package var cpu: CPUTicks
  package var cores: [CPUTicks]
  package var memory: MemoryReading
  package var load: LoadReading
  package var network: ByteCounters
  /// Nil where the system does not tell.
  package var disk: ByteCounters?
  package var processes: [ProcessReading]
}
