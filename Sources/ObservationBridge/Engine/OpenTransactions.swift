import Synchronization

/// Transactions that are open: each has a place that no other one has meanwhile.
struct OpenTransactions: ~Copyable {
  /// The open transactions of all threads.
  static let all = OpenTransactions()

  /// A bit for each place that is taken.
  private let taken = Atomic<UInt>(0)
  /// How many there are that haven't found one, and share the last place.
  private let otherCount = Atomic<UInt>(0)

  private var lastPlace: UInt16 { GraphNode.Telling.sharedPlace }

  /// Takes a place: 1, or the first one after that which is free.
  func add() -> UInt16 {
    var bits = taken.load(ordering: .relaxed)
    while bits != .max {
      let bit = ~bits & (bits + 1)
      let (exchanged, original) = taken.compareExchange(expected: bits, desired: bits | bit, ordering: .relaxed)
      if exchanged { return UInt16(bit.trailingZeroBitCount) + 1 }
      bits = original
    }
    _ = otherCount.add(1, ordering: .relaxed)
    return lastPlace
  }

  func remove(_ place: UInt16) {
    if place == lastPlace {
      _ = otherCount.subtract(1, ordering: .relaxed)
    } else {
      _ = taken.subtract(bit(of: place), ordering: .relaxed)
    }
  }

  /// Whether none is open but the one that has this place.
  func areNone(but place: UInt16) -> Bool {
    place != lastPlace && taken.load(ordering: .relaxed) == bit(of: place) && otherCount.load(ordering: .relaxed) == 0
  }

  private func bit(of place: UInt16) -> UInt { 1 << UInt(place - 1) }
}
