import Synchronization

/// Tells which of two observations was started first.
struct StartNumber: Comparable, Hashable, Sendable {
  private static let last = Atomic<UInt>(0)

  /// Greater than all others.
  static let none = StartNumber(number: .max)

  private let number: UInt

  /// The number itself, as a node of the graph keeps it.
  init(word: UInt64) {
    number = UInt(word)
  }

  var word: UInt64 { UInt64(number) }

  private init(number: UInt) {
    self.number = number
  }

  /// A number greater than those before.
  static func next() -> StartNumber {
    StartNumber(number: last.add(1, ordering: .relaxed).newValue)
  }

  static func < (one: StartNumber, other: StartNumber) -> Bool {
    one.number < other.number
  }
}
