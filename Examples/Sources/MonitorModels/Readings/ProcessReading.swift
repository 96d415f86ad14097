/// One process at one moment.
package struct ProcessReading: Equatable, Sendable {
  package var id: ProcessIdentity
  /// Safe to show in a terminal.
  package var name: String
  /// Whose process it is. Empty until it has been looked up.
  package var user = ""
  package var command: ProcessCommand
  /// The processor time it has used, in seconds.
  package var processorTime: Double
  /// Resident memory in bytes.
  package var memory: UInt64
}
