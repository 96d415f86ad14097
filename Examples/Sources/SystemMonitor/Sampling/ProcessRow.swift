/// One process as the list shows it.
struct ProcessRow: Equatable, Sendable {
  /// More than any list shows.
  private static let limit = 256

  var pid: Int32
  var name: String
  var cpu: Percent
  var memory: ByteAmount

  /// The processes that used most of the processor between two readings.
  ///
  /// The order depends only on what is shown, so that processes that look equally busy keep their places.
  static func busiest(
    in processes: [ProcessReading],
    since earlier: [ProcessReading],
    seconds: Double
  ) -> [ProcessRow] {
    let before = Dictionary(earlier.map { ($0.pid, $0) }) { first, _ in first }
    let rows = processes.map { process in
      // A process that is new has used all its time since the earlier reading.
      let past = before[process.pid].flatMap { $0.startTime == process.startTime ? $0.processorTime : nil } ?? 0
      return ProcessRow(
        pid: process.pid,
        name: process.name,
        cpu: Percent((process.processorTime - past) / seconds),
        memory: ByteAmount(process.memory)
      )
    }
    return Array(rows.sorted(by: ranksBefore).prefix(limit))
  }

  private static func ranksBefore(_ left: ProcessRow, _ right: ProcessRow) -> Bool {
    if left.cpu != right.cpu { return left.cpu > right.cpu }
    if left.memory != right.memory { return left.memory > right.memory }
    return left.pid < right.pid
  }
}
