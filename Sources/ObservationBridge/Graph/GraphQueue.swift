/// A queue of values that hold nothing: the first one in is the first one out. It begins in memory on the stack of its thread, and takes other
/// memory where that doesn't suffice.
@safe
struct GraphQueue<Item: BitwiseCopyable>: ~Copyable {
  // A power of two, as is each capacity.
  private static var firstCapacity: Int { 16 }

  private var elements: UnsafeMutablePointer<Item>
  /// One less than the capacity.
  private var mask: Int
  private var isOnThread = true
  /// How many have been added, and how many removed. An item stands at its number modulo the capacity.
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

  /// Removes the item that has been in it for the longest time; nil if there is none.
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
    // From the first one on to the end of the memory, and then from its beginning on.
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
