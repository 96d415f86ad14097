/// The free slots of a row.
///
/// The first free slot is taken next, so values taken in succession are neighbours in memory.
struct FreePlaces: Sendable {
  /// The largest number of slots in a row.
  static let capacity = 3 * UInt64.bitWidth

  /// A bit for each slot: set if the slot is free.
  private var words: (UInt64, UInt64, UInt64)

  /// All slots of a row of this length.
  init(count: Int) {
    precondition(count <= Self.capacity, "A row is too long.")
    let first = { (word: Int) -> UInt64 in
      let bits = min(max(count - word * UInt64.bitWidth, 0), UInt64.bitWidth)
      return bits == UInt64.bitWidth ? .max : (1 << UInt64(bits)) - 1
    }
    words = (first(0), first(1), first(2))
  }

  var isEmpty: Bool { words.0 | words.1 | words.2 == 0 }

  /// Takes the first free slot. There has to be one.
  ///
  /// - Parameter isSpread: Whether to take every second slot of 64 first, so that neighbours are taken as late as
  ///   possible.
  /// - Returns: The index of the slot.
  @inline(__always)
  mutating func takeFirst(isSpread: Bool) -> Int {
    if words.0 != 0 { return Self.takeFirst(of: &words.0, isSpread) }
    if words.1 != 0 { return UInt64.bitWidth + Self.takeFirst(of: &words.1, isSpread) }
    return 2 * UInt64.bitWidth + Self.takeFirst(of: &words.2, isSpread)
  }

  @inline(__always)
  private static func takeFirst(of word: inout UInt64, _ isSpread: Bool) -> Int {
    // Every second slot.
    let apart = word & 0x5555_5555_5555_5555
    let place = (isSpread && apart != 0 ? apart : word).trailingZeroBitCount
    assert(place < UInt64.bitWidth, "There is no free place.")
    word &= ~(1 << UInt64(place))
    return place
  }

  /// Frees a slot.
  @inline(__always)
  mutating func add(_ place: Int) {
    let bit: UInt64 = 1 << UInt64(place % UInt64.bitWidth)
    switch place / UInt64.bitWidth {
    case 0: Self.add(bit, to: &words.0)
    case 1: Self.add(bit, to: &words.1)
    default: Self.add(bit, to: &words.2)
    }
  }

  @inline(__always)
  private static func add(_ bit: UInt64, to word: inout UInt64) {
    assert(word & bit == 0, "A place was freed twice.")
    word |= bit
  }
}
