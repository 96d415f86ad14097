/// Where the state of the machine is read from.
public protocol SystemSource: Sendable {
  /// Reads the counters as they are now.
  mutating func read() throws(SystemError) -> SystemReading
}
