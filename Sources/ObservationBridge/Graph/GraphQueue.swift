/// A queue of trivial values, also removable at its end. It allocates memory once its part of the stack is full.
@safe
struct GraphQueue<Item: BitwiseCopyable>: ~Copyable {
  // A power of two, like each capacity.
  private static var firstCapacity: Int { 16 }

  private var elements: UnsafeMutablePointer<Item>
  /// One less than the capacity.
  private var mask: Int
  private var isOnThread = true
  /// The numbers of the next item to add and of the first item. The index of an item is its number modulo the capacity.
  private var (end, start) = (0, 0)

  private init(_ memory: UnsafeMutablePointer<Item>) {
    unsafe elements = memory
    mask = Self.firstCapacity - 1
  }

  deinit {
    if !isOnThread { unsafe elements.deallocate() }
  }

  @inline(__always)
  static func run<Result>(_ body: (inout GraphQueue) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Item.self, capacity: firstCapacity) { memory in
      guard let start = memory.baseAddress else { preconditionFailure("There is no memory for a queue.") }
      var queue = unsafe GraphQueue(start)
      return body(&queue)
    }
  }

  var count: Int { end &- start }

  var isEmpty: Bool { end == start }

  @inline(__always)
  mutating func add(_ item: Item) {
    if count > mask { grow() }
    unsafe (elements + (end & mask)).initialize(to: item)
    end &+= 1
  }

  /// Removes the oldest item; nil if the queue is empty.
  @inline(__always)
  mutating func removeFirst() -> Item? {
    if isEmpty { return nil }
    defer { start &+= 1 }
    return unsafe elements[start & mask]
  }

  /// Removes the item that was added last; nil if the queue is empty.
  @inline(__always)
  mutating func removeLast() -> Item? {
    if isEmpty { return nil }
    end &-= 1
    return unsafe elements[end & mask]
  }

  /// Whether `isWanted` returns true for an item among the first `count` ones. The search begins with the last of them.
  func contains(amongFirst count: Int = .max, where isWanted: (Item) -> Bool) -> Bool {
    (0..<min(count, self.count)).reversed().contains { isWanted(unsafe elements[(start &+ $0) & mask]) }
  }

  @inline(never)
  private mutating func grow() {
    let capacity = mask + 1
    let new = UnsafeMutablePointer<Item>.allocate(capacity: 2 * capacity)
    // The items up to the end of the memory, then those at its beginning.
    let first = start & mask
    unsafe new.initialize(from: elements + first, count: capacity - first)
    unsafe (new + (capacity - first)).initialize(from: elements, count: first)
    if !isOnThread { unsafe elements.deallocate() }
    (start, end) = (0, capacity)
    unsafe elements = new
    mask = 2 * capacity - 1
    isOnThread = false
  }
}
