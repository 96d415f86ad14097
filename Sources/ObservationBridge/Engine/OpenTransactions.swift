import Synchronization

/// The open transactions. Each has an index of its own, as long as there are enough.
struct OpenTransactions: ~Copyable {
  static let all = OpenTransactions()

  /// A bit for each index in use.
  private let taken = Atomic<UInt>(0)
  /// The number of transactions that share the last index.
  private let otherCount = Atomic<UInt>(0)

  private var lastPlace: UInt16 { GraphNode.Propagation.sharedIndex }

  /// Takes the first free index, beginning with 1.
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

  /// Whether no other transaction than the one with this index is open.
  func areNone(but place: UInt16) -> Bool {
    place != lastPlace && taken.load(ordering: .relaxed) == bit(of: place) && otherCount.load(ordering: .relaxed) == 0
  }

  private func bit(of place: UInt16) -> UInt { 1 << UInt(place - 1) }
}
