/// Memory for many values of one size, which is used again and never given back.
///
/// What once was a value of the type stays one: a stale handle leads to another value, never to foreign memory.
struct GraphPool<Handle: GraphHandle>: Sendable {
  private static var chunkSize: Int { 128 }

  private let makeChunk: @Sendable (_ count: Int) -> [Handle]
  private var firstFree: Handle?
  /// How many are in use.
  private(set) var count = 0

  /// Creates a pool without memory.
  ///
  /// - Parameter makeChunk: Makes so many values in a row.
  init(_ makeChunk: @escaping @Sendable (_ count: Int) -> [Handle]) {
    self.makeChunk = makeChunk
  }

  /// A value as it was when it was made, or put back.
  mutating func take() -> Handle {
    if firstFree == nil { grow() }
    guard let handle = firstFree else { preconditionFailure("A pool has grown by nothing.") }
    firstFree = handle.nextFree
    handle.nextFree = nil
    count += 1
    return handle
  }

  mutating func putBack(_ handle: Handle) {
    handle.nextFree = firstFree
    firstFree = handle
    count -= 1
  }

  private mutating func grow() {
    for handle in makeChunk(Self.chunkSize).reversed() {
      handle.nextFree = firstFree
      firstFree = handle
    }
  }
}

/// Leads to a value in a ``GraphPool``.
protocol GraphHandle: Sendable {
  /// The next of those that are not in use.
  var nextFree: Self? { get nonmutating set }
}

/// Memory for so many values, each of which begins where a line of the processor's cache does, if they are as long as one.
func allocateChunk<Memory: ~Copyable>(of count: Int, as type: Memory.Type) -> UnsafeMutablePointer<Memory> {
  unsafe UnsafeMutableRawPointer.allocate(byteCount: count * MemoryLayout<Memory>.stride, alignment: 64)
    .bindMemory(to: type, capacity: count)
}
