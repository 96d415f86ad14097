/// An observer or derived value to be notified of a change.
struct GraphDue: Equatable, Sendable {
  let node: GraphNode
  /// The node's generation when it became due. With a later one, the node belongs to another observer.
  let generation: UInt32
  /// Whether a property read by the reader has changed, or a derived value may differ.
  let source: ChangeSource
  /// The node's start number, read with the lock.
  let startNumber: StartNumber

  init(_ node: GraphNode, from source: ChangeSource) {
    self.node = node
    generation = node.generation
    self.source = source
    startNumber = node.startNumber
  }

  /// Whether the reader is an observation, not a derived value.
  var isObserver: Bool { startNumber != .none }

  /// Whether this element is notified first: by start number, and properties before derived values.
  fileprivate func isNotified(before other: GraphDue) -> Bool {
    if startNumber != other.startNumber { return startNumber < other.startNumber }
    return source.isCertain && !other.source.isCertain
  }

  /// Whether the reader is still in use. Called with the node's lock.
  var isActive: Bool { node.generation == generation && node.isActive }

  var owner: GraphOwner? {
    Graph.withLock(ofAny: node) { _ in isActive ? node.activeOwner : nil }
  }
}

/// The readers to notify of a change, in order. Most changes reach one reader, for which the list allocates no memory.
@safe
struct GraphDueList: ~Copyable {
  /// The first element; the only one as long as `elements` is nil.
  private var first: GraphDue?
  /// All elements, once there is a second one. An array would check for uniqueness at each access.
  private var elements: UnsafeMutablePointer<GraphDue>?
  private(set) var count = 0
  private var capacity = 0
  /// The number of removed elements.
  private var index = 0
  private var isAscending = true
  /// Whether each start number is smaller, as if earlier observations depend on values farther from the change.
  private var isDescending = true
  private var lastStartNumber = StartNumber.none

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
    // Elements are trivial: the previous contents need no deinitialization.
    if let elements = unsafe elements { unsafe elements[count] = due } else { first = due }
    count += 1
  }

  /// Adds an observation. Returns false if the list contains it already.
  ///
  /// The node stores the lower bits of its index, so the search is short. Must be called before the list is sorted.
  ///
  /// An observation with `willSet` is added twice: for the properties it has read, and for derived values. Its
  /// pass for the properties has run before the change, but derived values are computed after the change.
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
    capacity = max(2 * capacity, 32)
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

  /// All elements, also the removed ones.
  var all: [GraphDue] {
    (0..<count).compactMap { self[$0] }
  }

  /// Empties the list, and returns what was in it.
  mutating func take() -> GraphDueList { exchange(&self, with: GraphDueList()) }

  /// Keeps the observations, each once, in the order in which they were started. Returns the derived values.
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

  /// Keeps each element once: observations first, in the order in which they were started.
  mutating func removeDuplicates() {
    var known: [UInt: UInt32] = [:]
    // The node may belong to another derived value by now.
    for due in keepObservers() where known.updateValue(due.generation, forKey: due.node.address) != due.generation {
      append(due)
    }
  }

  /// Keeps the elements for which `isWanted` returns true. `isWanted` also gets the start number of the last element
  /// that was kept.
  // In place, since there may be many: elements only move towards the beginning.
  private mutating func keep(_ isWanted: (GraphDue, StartNumber) -> Bool) {
    assert(index == 0, "Observers that have been notified would be notified again.")
    let all = 0..<count
    (count, isAscending, isDescending, lastStartNumber) = (0, true, true, .none)
    for position in all {
      if let due = self[position], isWanted(due, lastStartNumber) { append(due) }
    }
  }

  /// Sorts by start number. Mostly the list is sorted already.
  @inline(__always)
  mutating func sort() {
    if !isAscending { sortAll() }
  }

  @inline(never)
  private mutating func sortAll() {
    assert(index == 0, "Observers that have been notified would be notified again.")
    var list = unsafe UnsafeMutableBufferPointer(start: elements, count: count)
    if isDescending { unsafe list.reverse() } else { unsafe list.sort { $0.isNotified(before: $1) } }
    (isAscending, isDescending) = (true, false)
    lastStartNumber = self[count - 1]?.startNumber ?? .none
  }

  @inline(__always)
  var next: GraphDue? { index < count ? self[index] : nil }

  mutating func removeNext() {
    index += 1
  }

  /// The element that was removed last.
  var removed: GraphDue? { index == 0 ? nil : self[index - 1] }
}
