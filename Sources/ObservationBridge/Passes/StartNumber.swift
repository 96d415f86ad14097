import Synchronization

/// Tells which of two observations was started first.
struct StartNumber: Comparable, Sendable {
  private static let last = Atomic<UInt>(0)

  private let number: UInt

  /// A number greater than those before.
  static func next() -> StartNumber {
    StartNumber(number: last.add(1, ordering: .relaxed).newValue)
  }

  static func < (one: StartNumber, other: StartNumber) -> Bool {
    one.number < other.number
  }
}
