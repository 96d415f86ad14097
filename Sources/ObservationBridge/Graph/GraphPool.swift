/// Memory for many values of one size. It is reused, but never freed.
///
/// A value's memory keeps its type for good: a stale pointer leads to another value of the type, never to other memory.
///
/// Values taken in succession are neighbours, even if earlier values were put back in another order. Most walks through
/// a large graph follow the order in which it was made, and then find its memory in the processor's cache.
struct GraphPool<Memory: PooledMemory & ~Copyable>: Sendable {
  /// The first of the chunks with free slots.
  private var first: Chunk?
  /// Whether values taken in succession are kept apart.
  private let isSpread: Bool
  /// The number of values in use.
  private(set) var count = 0

  init(isSpread: Bool) {
    self.isSpread = isSpread
  }

  /// Returns a value in its initial state, or in the state in which it was put back.
  mutating func take() -> UnsafeMutablePointer<Memory> {
    let chunk = first ?? Chunk()
    first = chunk
    let value = unsafe chunk.take(isSpread: isSpread)
    if chunk.isFull { (first, chunk.next) = (chunk.next, nil) }
    count += 1
    return unsafe value
  }

  mutating func putBack(_ value: UnsafeMutablePointer<Memory>) {
    let chunk = unsafe Chunk(of: value)
    if chunk.isFull { (first, chunk.next) = (chunk, first) }
    unsafe chunk.putBack(value)
    count -= 1
  }

  /// A row of values, preceded by a header. It begins at a multiple of its alignment.
  // Unchecked: a chunk belongs to one pool. Safe: the memory is never freed.
  @safe
  private struct Chunk: @unchecked Sendable {
    private struct Header {
      var free = FreePlaces(count: Chunk.capacity)
      /// The next chunk with free slots; meaningless in a full chunk.
      var next: Chunk?
    }

    private static var alignment: Int { 8_192 }
    /// A cache line less: the allocator needs a little memory for itself, and at this alignment would otherwise leave a
    /// gap as long as a chunk.
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
