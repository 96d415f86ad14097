/// Memory for many values of one size, which is used again and never given back.
///
/// What once was a value of the type stays one: a stale pointer leads to another value, never to foreign memory.
///
/// What is taken one after the other lies side by side, even where what was there before has gone in quite another order. Items that are
/// put back
/// through a large graph in the order in which it was made, as most do, then find it in the processor's cache.
struct GraphPool<Memory: PooledMemory & ~Copyable>: Sendable {
  /// The first of the chunks that have free places.
  private var first: Chunk?
  /// Whether values that are taken one after the other lie apart.
  private let isSpread: Bool
  /// How many are in use.
  private(set) var count = 0

  init(isSpread: Bool) {
    self.isSpread = isSpread
  }

  /// A value as it was when it was made, or put back.
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

  /// A row of values, and before it what is known of them. It begins at a multiple of its alignment.
  // Unchecked: it belongs to the pool. Safe: the memory is never given back.
  @safe
  private struct Chunk: @unchecked Sendable {
    private struct Header {
      var free = FreePlaces(count: Chunk.capacity)
      /// The next one that has free places. That of a full one isn't known.
      var next: Chunk?
    }

    private static var alignment: Int { 8_192 }
    /// A line less: what allocates so much at such an alignment needs a little for itself, and would otherwise leave a gap as long as this.
    private static var byteCount: Int { alignment - headerByteCount }
    /// A line of the processor's cache: values that are as long as one begin where one does.
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

/// What a ``GraphPool`` has memory for.
protocol PooledMemory: ~Copyable {
  init()
}
