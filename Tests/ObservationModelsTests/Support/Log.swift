import ObservationBridge

/// What happened, in the order in which it did.
final class Log: Sendable {
  private let entries = LockedState<[String]>([])

  var lines: [String] { entries.withLock { $0 } }

  func add(_ line: String) {
    entries.withLock { $0.append(line) }
  }
}
