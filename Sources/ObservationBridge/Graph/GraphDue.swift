/// A reader that has to be notified of a change.
struct GraphDue: Equatable, Sendable {
  let node: GraphNode
  /// The node's generation when it became due. If the node has another one later, it belongs to another observer.
  let incarnation: UInt32
  /// What it has read: what has changed, or a derived value that may have.
  let source: ChangeSource
  /// The node's start number, read with the lock.
  let startNumber: StartNumber

  init(_ node: GraphNode, from source: ChangeSource) {
    self.node = node
    incarnation = node.incarnation
    self.source = source
    startNumber = node.startNumber
  }

  /// Whether the reader is an observation, and no derived value.
  var isObserver: Bool { startNumber != .none }

  /// Whether this comes first: an earlier start number does, and of one observation the properties that it reads itself.
  fileprivate func isNotified(before other: GraphDue) -> Bool {
    if startNumber != other.startNumber { return startNumber < other.startNumber }
    return source.isCertain && !other.source.isCertain
  }

  /// Whether the reader is still there. Asked with the node's lock.
  var isActive: Bool { node.incarnation == incarnation && node.isActive }

  /// Who reads, if it is still there.
  var owner: GraphOwner? {
    Graph.withLock(ofAny: node) { _ in isActive ? node.activeOwner : nil }
  }
}

/// Several of them, in the order in which they are notified. Most changes reach one reader, which then allocates nothing.
@safe
struct GraphDueList: ~Copyable {
  private static var smallestCapacity: Int { 32 }

  /// The first one; the only one as long as `elements` is nil.
  private var first: GraphDue?
  /// All of them, once there has been a second one. Not an array, which would check for uniqueness with each of them.
  private var elements: UnsafeMutablePointer<GraphDue>?
  private(set) var count = 0
  private var capacity = 0
  /// How many have been removed.
  private var index = 0
  private var isAscending = true
  /// Whether each start number is smaller than the one before: as where earlier observations have read what is further from the change.
  private var isDescending = true
  private var lastStartNumber = StartNumber.none

  init() {
    unsafe elements = nil
  }

  deinit {
    unsafe elements?.deallocate()
  }

  @inline(__always)
  mutating func append(_ due: GraphDue) {
    if count > 0 {
      if due.startNumber < lastStartNumber { isAscending = false } else { isDescending = false }
      if count >= capacity { grow() }
    }
    lastStartNumber = due.startNumber
    // Trivial: nothing is left of what was there before.
    if let elements = unsafe elements { unsafe elements[count] = due } else { first = due }
    count += 1
  }

  /// Adds an observation that may have been added before; false if it has been.
  ///
  /// It knows at which place, but for what doesn't fit into its memory. It's asked before the list is sorted.
  ///
  /// An observation that is notified before changes is added twice: for the properties that it reads itself, and for derived values. For the
  /// former its pass has run already; the latter are computed only after the change.
  @inline(__always)
  mutating func appendOnce(_ reader: GraphNode, from source: ChangeSource) -> Bool {
    var position = Int(reader.listPosition)
    while position < count {
      if let known = self[position], known.node == reader {
        if !reader.needsWillSet || known.source == source { return false }
      }
      position += 1 << UInt16.bitWidth
    }
    reader.listPosition = UInt16(truncatingIfNeeded: count)
    append(GraphDue(reader, from: source))
    return true
  }

  @inline(__always)
  private subscript(position: Int) -> GraphDue? {
    if let elements = unsafe elements { return unsafe elements[position] }
    return first
  }

  @inline(never)
  private mutating func grow() {
    capacity = max(2 * capacity, Self.smallestCapacity)
    let new = UnsafeMutablePointer<GraphDue>.allocate(capacity: capacity)
    if let old = unsafe elements {
      unsafe new.moveInitialize(from: old, count: count)
      unsafe old.deallocate()
    } else if let first {
      unsafe new.initialize(to: first)
    }
    unsafe elements = new
  }

  mutating func append(_ list: borrowing GraphDueList) {
    for position in 0..<list.count {
      if let due = list[position] { append(due) }
    }
  }

  var isEmpty: Bool { count == 0 }

  /// All of them, whether or not they have been removed.
  var all: [GraphDue] {
    (0..<count).compactMap { self[$0] }
  }

  /// Empties the list, and returns what was in it.
  mutating func take() -> GraphDueList {
    var taken = GraphDueList()
    swap(&taken, &self)
    return taken
  }

  /// Keeps those that are observations, each once, in the order in which they were started.
  ///
  /// - Returns: The others.
  mutating func keepObservers() -> [GraphDue] {
    var rest: [GraphDue] = []
    keep { due, _ in
      if !due.isObserver { rest.append(due) }
      return due.isObserver
    }
    sort()
    keep { due, last in due.startNumber != last }
    return rest
  }

  /// Keeps each of them once: observations first, in the order in which they were started.
  mutating func keepEachOnce() {
    var known: [UInt: UInt32] = [:]
    // A node may be another value's by now.
    for due in keepObservers() where known.updateValue(due.incarnation, forKey: due.node.address) != due.incarnation {
      append(due)
    }
  }

  /// Keeps those that `isWanted` accepts. It is also given the start number of the last one accepted.
  // In their place: there may be many. None moves towards the end.
  private mutating func keep(_ isWanted: (GraphDue, StartNumber) -> Bool) {
    assert(index == 0, "Some have been told, and would be told again.")
    let all = 0..<count
    (count, isAscending, isDescending, lastStartNumber) = (0, true, true, .none)
    for position in all {
      if let due = self[position], isWanted(due, lastStartNumber) { append(due) }
    }
  }

  /// Puts them into the order in which they were started, which they mostly have.
  @inline(__always)
  mutating func sort() {
    if !isAscending { sortAll() }
  }

  @inline(never)
  private mutating func sortAll() {
    assert(index == 0, "Some have been told, and would be told again.")
    var list = unsafe UnsafeMutableBufferPointer(start: elements, count: count)
    if isDescending { unsafe list.reverse() } else { unsafe list.sort { $0.isNotified(before: $1) } }
    (isAscending, isDescending) = (true, false)
    lastStartNumber = self[count - 1]?.startNumber ?? .none
  }

  /// The next one that hasn't been taken.
  @inline(__always)
  var next: GraphDue? { index < count ? self[index] : nil }

  mutating func removeNext() {
    index += 1
  }

  /// The one that has been removed last.
  var removed: GraphDue? { index == 0 ? nil : self[index - 1] }
}
