/// A reader that has to hear of a change.
struct GraphDue: Equatable, Sendable {
  let node: GraphNode
  /// That of the node: it may be another's by the time that this is looked at.
  let incarnation: UInt32
  /// What it has read: what has changed, or a derived value that may have.
  let source: ChangeSource
  /// That of the node, which is asked for it with the lock.
  let startNumber: StartNumber

  init(_ node: GraphNode, from source: ChangeSource) {
    self.node = node
    incarnation = node.incarnation
    self.source = source
    startNumber = node.startNumber
  }

  /// Whether the reader is an observation, and no derived value.
  var isObserver: Bool { startNumber != .none }

  /// Whether the reader is still there. Asked with the node's lock.
  var isActive: Bool { node.incarnation == incarnation && node.isActive }

  /// Who reads, if it is still there.
  var owner: GraphOwner? {
    Graph.withLock(ofAny: node) { _ in isActive ? node.activeOwner : nil }?.sole(node, incarnation)
  }
}

/// Several of them, in the order in which they hear. Most changes reach one reader, which then allocates nothing.
@safe
struct GraphDueList: ~Copyable {
  private static var smallestCapacity: Int { 32 }

  private var first: GraphDue?
  /// Not an array, which would check for uniqueness with each of them.
  private var others: UnsafeMutablePointer<GraphDue>?
  private var otherCount = 0
  private var capacity = 0
  /// How many have been removed.
  private var index = 0
  private var isAscending = true
  /// Whether each start number is smaller than the one before: where the latest reader of a derived value comes first, for one.
  private var isDescending = true
  private var lastStartNumber = StartNumber.none

  init() {
    unsafe others = nil
  }

  deinit {
    unsafe others?.deallocate()
  }

  @inline(__always)
  mutating func append(_ due: GraphDue) {
    if first == nil {
      first = due
    } else {
      if due.startNumber < lastStartNumber { isAscending = false } else { isDescending = false }
      if otherCount == capacity { grow() }
      // Trivial: nothing is left of what was there before.
      unsafe others?[otherCount] = due
      otherCount += 1
    }
    lastStartNumber = due.startNumber
  }

  /// Adds an observation that may have been added before; false if it has been.
  ///
  /// It knows at which place, but for what doesn't fit into its memory. It's asked before the list is sorted.
  @inline(__always)
  mutating func appendOnce(_ reader: GraphNode, from source: ChangeSource) -> Bool {
    let count = first == nil ? 0 : 1 + otherCount
    var position = Int(reader.listPosition)
    while position < count {
      if node(at: position) == reader { return false }
      position += 1 << UInt16.bitWidth
    }
    reader.listPosition = UInt16(truncatingIfNeeded: count)
    append(GraphDue(reader, from: source))
    return true
  }

  private func node(at position: Int) -> GraphNode? {
    position == 0 ? first?.node : unsafe others?[position - 1].node
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(2 * capacity, Self.smallestCapacity)
    let new = UnsafeMutablePointer<GraphDue>.allocate(capacity: capacity)
    if let old = unsafe others {
      unsafe new.moveInitialize(from: old, count: otherCount)
      unsafe old.deallocate()
    }
    unsafe others = new
  }

  mutating func append(_ list: borrowing GraphDueList) {
    for due in list.all { append(due) }
  }

  /// All of them, whether or not they have been removed.
  var all: [GraphDue] {
    unsafe (first.map { [$0] } ?? []) + Array(UnsafeBufferPointer(start: others, count: otherCount))
  }

  /// Those of them that are observations, each once, in the order in which they were started.
  var observers: GraphDueList {
    var sorted = GraphDueList()
    for due in all where due.isObserver { sorted.append(due) }
    sorted.sort()
    var list = GraphDueList()
    for due in sorted.all where list.lastStartNumber != due.startNumber { list.append(due) }
    return list
  }

  /// Puts them into the order in which they were started, which they mostly have.
  @inline(__always)
  mutating func sort() {
    if !isAscending { sortAll() }
  }

  @inline(never)
  private mutating func sortAll() {
    assert(index == 0, "Some have been told, and would be told again.")
    if isDescending { return reverse() }
    let sorted = all.sorted { $0.startNumber < $1.startNumber }
    self = GraphDueList()
    for due in sorted { append(due) }
  }

  /// In its place: the last reader of a derived value has mostly come first.
  private mutating func reverse() {
    guard let others = unsafe others, let first else { return }
    lastStartNumber = first.startNumber
    (isAscending, isDescending) = (true, false)
    (self.first, unsafe others[otherCount - 1]) = unsafe (others[otherCount - 1], first)
    var rest = unsafe UnsafeMutableBufferPointer(start: others, count: otherCount - 1)
    unsafe rest.reverse()
  }

  /// The next one that hasn't been taken.
  @inline(__always)
  var next: GraphDue? {
    if index == 0 { return first }
    return index <= otherCount ? unsafe others?[index - 1] : nil
  }

  mutating func removeNext() {
    index += 1
  }

  /// The one that has been removed last.
  var removed: GraphDue? {
    if index < 2 { return index == 0 ? nil : first }
    return unsafe others?[index - 2]
  }
}
