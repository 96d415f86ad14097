import Synchronization

/// Tells which of two observations was started first.
struct StartNumber: Comparable, Hashable, Sendable {
  private static let last = Atomic<UInt>(0)

  /// Greater than every other number.
  static let none = StartNumber(number: .max)

  private let number: UInt

  /// Creates the number from the word that a graph node stores.
  init(word: UInt64) {
    number = UInt(word)
  }

  var word: UInt64 { UInt64(number) }

  private init(number: UInt) {
    self.number = number
  }

  /// Returns a number greater than all earlier ones.
  static func next() -> StartNumber {
    StartNumber(number: last.add(1, ordering: .relaxed).newValue)
  }

  static func < (one: StartNumber, other: StartNumber) -> Bool {
    one.number < other.number
  }
}
