import CObservationRuntime

/// Memory for many values of one size, used by all threads. It is reused, but never freed.
///
/// A value's memory keeps its type for good: a stale pointer leads to another value of the type, never to other memory.
///
/// Values taken in succession are neighbours, even if earlier values were put back in another order. Most walks through
/// a large graph follow the order in which it was made, and then find its memory in the processor's cache.
// Unchecked: the lock guards the only variable.
@safe
final class GraphPool<Memory: PooledMemory & ~Copyable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<ob_lock>.allocate(capacity: 1)
  /// The first of the chunks with free slots. Used with the lock.
  private var first: Chunk?
  private let isSpread: Bool

  /// If the pool is spread, values taken in succession are in different cache lines, for use by different threads.
  init(isSpread: Bool = false) {
    unsafe lock.initialize(to: ob_lock())
    self.isSpread = isSpread
  }

  // Pools live as long as the process.
  deinit {
    unsafe lock.deallocate()
  }

  /// Returns a value in its initial state, or as it was put back.
  @inline(never)
  func take() -> UnsafeMutablePointer<Memory> {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    let chunk = first ?? Chunk()
    first = chunk
    let value = unsafe chunk.take(isSpread: isSpread)
    if chunk.isFull { (first, chunk.next) = (chunk.next, nil) }
    return unsafe value
  }

  @inline(never)
  func putBack(_ value: UnsafeMutablePointer<Memory>) {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    let chunk = unsafe Chunk(of: value)
    if chunk.isFull { (first, chunk.next) = (chunk, first) }
    unsafe chunk.putBack(value)
  }

  /// A row of values, preceded by a header. It begins at a multiple of its alignment.
  // Safe: the memory is never freed.
  @safe
  private struct Chunk {
    private struct Header {
      var free = FreePlaces(count: Chunk.capacity)
      /// The next chunk with free slots; meaningless in a full chunk.
      var next: Chunk?
    }

    private static var alignment: Int { 8_192 }
    /// A cache line less, for the allocator: otherwise it would leave a gap as long as a chunk at this alignment.
    private static var byteCount: Int { alignment - headerByteCount }
    /// A line of the processor's cache, so that values as long as a line begin at its start.
    private static var headerByteCount: Int { 64 }
    private static var capacity: Int {
      min((byteCount - headerByteCount) / MemoryLayout<Memory>.stride, FreePlaces.capacity)
    }

    private let header: UnsafeMutablePointer<Header>

    init() {
      assert(MemoryLayout<Header>.size <= Self.headerByteCount, "A header takes more than its place.")
      let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.byteCount, alignment: Self.alignment)
      unsafe header = memory.bindMemory(to: Header.self, capacity: 1)
      unsafe header.initialize(to: Header())
      let values = unsafe (memory + Self.headerByteCount).bindMemory(to: Memory.self, capacity: Self.capacity)
      for place in 0..<Self.capacity { unsafe (values + place).initialize(to: Memory()) }
    }

    init(of value: UnsafeMutablePointer<Memory>) {
      let offset = Int(bitPattern: value) & (Self.alignment - 1)
      unsafe header = (UnsafeMutableRawPointer(value) - offset).assumingMemoryBound(to: Header.self)
    }

    private var values: UnsafeMutablePointer<Memory> {
      unsafe (UnsafeMutableRawPointer(header) + Self.headerByteCount).assumingMemoryBound(to: Memory.self)
    }

    var isFull: Bool { unsafe header.pointee.free.isEmpty }

    var next: Chunk? {
      get { unsafe header.pointee.next }
      nonmutating set { unsafe header.pointee.next = newValue }
    }

    func take(isSpread: Bool) -> UnsafeMutablePointer<Memory> {
      unsafe values + header.pointee.free.takeFirst(isSpread: isSpread)
    }

    func putBack(_ value: UnsafeMutablePointer<Memory>) {
      unsafe header.pointee.free.add(value - values)
    }
  }
}

/// A type for whose values a ``GraphPool`` has memory.
protocol PooledMemory: ~Copyable {
  init()
}

/// A reference to a value of a ``GraphPool``.
@usableFromInline
protocol PooledReference: Equatable, Sendable {
  var address: UInt { get }
}

extension PooledReference {
  @usableFromInline
  @inline(__always)
  static func == (one: Self, other: Self) -> Bool { one.address == other.address }
}

/// The free slots of a row. The first free slot is taken next, so values taken in succession are neighbours in memory.
struct FreePlaces: Sendable {
  static let capacity = 3 * UInt64.bitWidth

  /// A bit for each slot: set if the slot is free.
  private var words: (UInt64, UInt64, UInt64)

  /// All slots of a row of this length.
  init(count: Int) {
    precondition(count <= Self.capacity, "A row is too long.")
    let first = { (word: Int) -> UInt64 in ~(UInt64.max << max(count - word * UInt64.bitWidth, 0)) }
    words = (first(0), first(1), first(2))
  }

  var isEmpty: Bool { words.0 | words.1 | words.2 == 0 }

  /// Takes the first free slot, of which there has to be one, and returns its index. If the row is spread, every second
  /// slot of 64 is taken first, so that neighbours are taken as late as possible.
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
