/// One process as the list shows it.
public struct ProcessRow: Equatable, Sendable {
  /// Which process it is.
  public var id: ProcessIdentity
  /// Its name.
  public var name: String
  /// Whose process it is.
  public var user: String
  /// Its command line.
  public var command: ProcessCommand
  /// The part of a processor that it uses.
  public var cpu: Percent
  /// The memory that it uses.
  public var memory: ByteAmount

  /// All processes, with the part of a processor that each used between two readings.
  package static func rows(of processes: [ProcessReading], since earlier: [ProcessReading], seconds: Double)
    -> [ProcessRow]
  {
    let before = Dictionary(earlier.map { ($0.id, $0.processorTime) }) { first, _ in first }
    return processes.map { process in
      // A process that is new has used all its time since the earlier reading.
      let past = before[process.id] ?? 0
      return ProcessRow(
        id: process.id,
        name: process.name,
        user: process.user,
        command: process.command,
        cpu: Percent((process.processorTime - past) / seconds),
        memory: ByteAmount(process.memory)
      )
    }
  }

  /// Whether its name, command line, user or number contains a text. Upper and lower case are the same.
  package func matches(_ text: String) -> Bool {
    let text = text.lowercased()
    return [name, command.text, user, "\(id.pid)"].contains { $0.lowercased().contains(text) }
  }
}
