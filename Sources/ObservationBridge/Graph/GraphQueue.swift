/// A queue of trivial values. It begins in memory on the thread's stack, and allocates memory if that doesn't suffice.
@safe
struct GraphQueue<Item: BitwiseCopyable>: ~Copyable {
  // A power of two, like each capacity.
  private static var firstCapacity: Int { 16 }

  private var elements: UnsafeMutablePointer<Item>
  /// One less than the capacity.
  private var mask: Int
  private var isOnThread = true
  /// The numbers of added and of removed items. The index of an item is its number modulo the capacity.
  private var (addedCount, removedCount) = (0, 0)

  private init(_ memory: UnsafeMutablePointer<Item>) {
    unsafe elements = memory
    mask = Self.firstCapacity - 1
  }

  deinit {
    if !isOnThread { unsafe elements.deallocate() }
  }

  /// Runs `body` with an empty queue.
  @inline(__always)
  static func run<Result>(_ body: (inout GraphQueue) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Item.self, capacity: firstCapacity) { memory in
      guard let start = memory.baseAddress else { preconditionFailure("There is no memory for a queue.") }
      var queue = unsafe GraphQueue(start)
      return body(&queue)
    }
  }

  var isEmpty: Bool { addedCount == removedCount }

  @inline(__always)
  mutating func add(_ item: Item) {
    if addedCount &- removedCount > mask { grow() }
    unsafe (elements + (addedCount & mask)).initialize(to: item)
    addedCount &+= 1
  }

  /// Removes the oldest item; nil if the queue is empty.
  @inline(__always)
  mutating func remove() -> Item? {
    if isEmpty { return nil }
    defer { removedCount &+= 1 }
    return unsafe elements[removedCount & mask]
  }

  @inline(never)
  private mutating func grow() {
    let capacity = mask + 1
    let new = UnsafeMutablePointer<Item>.allocate(capacity: 2 * capacity)
    // The items up to the end of the memory, then those at its beginning.
    let first = removedCount & mask
    unsafe new.initialize(from: elements + first, count: capacity - first)
    unsafe (new + (capacity - first)).initialize(from: elements, count: first)
    if !isOnThread { unsafe elements.deallocate() }
    (removedCount, addedCount) = (0, capacity)
    unsafe elements = new
    mask = 2 * capacity - 1
    isOnThread = false
  }
}
