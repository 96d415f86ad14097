/// One process as the list shows it.
struct ProcessRow: Equatable, Sendable {
  var id: ProcessIdentity
  var name: String
  var user: String
  var command: ProcessCommand
  var cpu: Percent
  var memory: ByteAmount

  /// All processes, with the part of a processor that each used between two readings.
  static func rows(of processes: [ProcessReading], since earlier: [ProcessReading], seconds: Double) -> [ProcessRow] {
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
  func matches(_ text: String) -> Bool {
    let text = text.lowercased()
    return [name, command.text, user, "\(id.pid)"].contains { $0.lowercased().contains(text) }
  }
}
