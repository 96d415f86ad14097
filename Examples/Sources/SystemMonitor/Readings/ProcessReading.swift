/// One process at one moment.
struct ProcessReading: Equatable, Sendable {
  var id: ProcessIdentity
  /// Safe to show in a terminal.
  var name: String
  /// Whose process it is. Empty until it has been looked up.
  var user = ""
  var command: ProcessCommand
  /// The processor time it has used, in seconds.
  var processorTime: Double
  /// Resident memory in bytes.
  var memory: UInt64
}
