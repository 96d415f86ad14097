import Synchronization

/// Tells which of two observations was started first.
struct StartNumber: Comparable, Hashable, Sendable {
  private static let last = Atomic<UInt>(0)

  /// Greater than every other number.
  static let none = StartNumber(word: .max)

  let word: UInt64

  /// Returns a number greater than all earlier ones.
  static func next() -> StartNumber {
    StartNumber(word: UInt64(last.add(1, ordering: .relaxed).newValue))
  }

  static func < (one: StartNumber, other: StartNumber) -> Bool {
    one.word < other.word
  }
}
