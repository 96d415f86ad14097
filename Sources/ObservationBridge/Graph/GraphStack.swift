/// A stack of trivial values. It begins in memory on the thread's stack, and allocates memory if that doesn't suffice.
@safe
struct GraphStack<Item: BitwiseCopyable>: ~Copyable {
  private static var firstCapacity: Int { 16 }

  private var elements: UnsafeMutablePointer<Item>
  private var capacity: Int
  private var isOnThread = true
  private(set) var count = 0

  private init(_ memory: UnsafeMutablePointer<Item>, capacity: Int) {
    unsafe elements = memory
    self.capacity = capacity
  }

  deinit {
    if !isOnThread { unsafe elements.deallocate() }
  }

  /// Runs `body` with an empty stack.
  @inline(__always)
  static func run<Result>(_ body: (inout GraphStack) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: Item.self, capacity: firstCapacity) { memory in
      guard let start = memory.baseAddress else { preconditionFailure("There is no memory for a stack.") }
      var stack = unsafe GraphStack(start, capacity: memory.count)
      return body(&stack)
    }
  }

  @inline(__always)
  mutating func push(_ item: Item) {
    if count == capacity { grow() }
    unsafe (elements + count).initialize(to: item)
    count += 1
  }

  @inline(__always)
  mutating func pop() -> Item? {
    if count == 0 { return nil }
    count -= 1
    return unsafe elements[count]
  }

  /// The item that was pushed last; nil if the stack is empty.
  var top: Item? { count == 0 ? nil : unsafe elements[count - 1] }

  /// Whether `isWanted` returns true for an item. The search begins at the top.
  func contains(where isWanted: (Item) -> Bool) -> Bool {
    contains(amongFirst: count, where: isWanted)
  }

  /// Whether `isWanted` returns true for an item among the first `count` ones.
  func contains(amongFirst count: Int, where isWanted: (Item) -> Bool) -> Bool {
    var index = min(count, self.count)
    while index > 0 {
      index -= 1
      if isWanted(unsafe elements[index]) { return true }
    }
    return false
  }

  @inline(never)
  private mutating func grow() {
    let new = UnsafeMutablePointer<Item>.allocate(capacity: 2 * capacity)
    unsafe new.moveInitialize(from: elements, count: count)
    if !isOnThread { unsafe elements.deallocate() }
    unsafe elements = new
    capacity *= 2
    isOnThread = false
  }
}
