/// The counters of the machine at one moment. What happens per second is the difference of two readings.
struct SystemReading: Sendable {
  var time: ContinuousClock.Instant
  var cpu: CPUTicks
  var cores: [CPUTicks]
  var memory: MemoryReading
  var load: LoadReading
  var network: ByteCounters
  /// Nil where the system does not tell.
  var disk: ByteCounters?
  var processes: [ProcessReading]
}
