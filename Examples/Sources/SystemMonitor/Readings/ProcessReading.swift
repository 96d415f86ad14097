/// One process at one moment.
struct ProcessReading: Equatable, Sendable {
  var pid: Int32
  /// Safe to show in a terminal.
  var name: String
  /// Tells a process from an earlier one with the same `pid`.
  var startTime: UInt64
  /// The processor time it has used, in seconds.
  var processorTime: Double
  /// Resident memory in bytes.
  var memory: UInt64
}
