/// How the list of processes is sorted.
public struct ProcessOrder: Equatable, Sendable {
  /// What can be sorted by.
  public enum Key: CaseIterable, Sendable {
    /// The columns.
    case cpu, memory, pid, name
  }

  /// What is sorted by.
  public private(set) var key = Key.cpu
  /// Whether the order is reversed.
  public private(set) var isReversed = false

  /// Sorts by a key: the busiest or largest first, numbers and names upwards. The same key again reverses the order.
  package mutating func sort(by key: Key) {
    isReversed = key == self.key && !isReversed
    self.key = key
  }

  /// Whether small values come first.
  package var isAscending: Bool {
    (key == .pid || key == .name) != isReversed
  }

  /// The order depends only on what is shown, so that processes that look alike keep their places.
  package func sorted(_ rows: [ProcessRow]) -> [ProcessRow] {
    rows.sorted { isReversed ? ranksBefore($1, $0) : ranksBefore($0, $1) }
  }

  private func ranksBefore(_ left: ProcessRow, _ right: ProcessRow) -> Bool {
    switch key {
    case .cpu:
      if left.cpu != right.cpu { return left.cpu > right.cpu }
      if left.memory != right.memory { return left.memory > right.memory }
    case .memory:
      if left.memory != right.memory { return left.memory > right.memory }
      if left.cpu != right.cpu { return left.cpu > right.cpu }
    case .name:
      if left.command.program != right.command.program { return left.command.program < right.command.program }
    case .pid:
      break
    }
    return left.id.pid < right.id.pid
  }
}
