/// A reader that has to hear of a change.
struct GraphDue: Equatable, Sendable {
  let node: GraphNode
  /// That of the node: it may be another's by the time that this is looked at.
  let incarnation: UInt32
  /// What it has read: what has changed, or a derived value that may have.
  let source: ChangeSource
  /// That of the node, which is asked for it with the lock.
  fileprivate let startNumber: StartNumber

  init(_ node: GraphNode, from source: ChangeSource) {
    self.node = node
    incarnation = node.incarnation
    self.source = source
    startNumber = node.startNumber
  }

  /// Whether the reader is still there. Asked with the node's lock.
  var isActive: Bool { node.incarnation == incarnation && node.isActive }

  /// Who reads, if it is still there.
  var owner: GraphOwner? {
    Graph.withLock(ofAny: node) { _ in isActive ? node.activeOwner : nil }
  }
}

/// Several of them, in the order in which they hear. Most changes reach one reader, which then allocates nothing.
struct GraphDueList: Sendable {
  private var first: GraphDue?
  private var others: [GraphDue] = []
  private var index = 0
  private var isInOrder = true

  var isEmpty: Bool { first == nil }

  @inline(__always)
  mutating func append(_ due: GraphDue) {
    guard let first else { return first = due }
    if due.startNumber < (others.last ?? first).startNumber { isInOrder = false }
    others.append(due)
  }

  mutating func append(_ list: GraphDueList) {
    for due in list.all { append(due) }
  }

  var all: [GraphDue] { (first.map { [$0] } ?? []) + others }

  /// Puts them into the order in which they were started, which they mostly have.
  @inline(__always)
  mutating func sort() {
    if !isInOrder { sortAll() }
  }

  @inline(never)
  private mutating func sortAll() {
    let sorted = all.sorted { $0.startNumber < $1.startNumber }
    (first, others, isInOrder) = (sorted.first, Array(sorted.dropFirst()), true)
  }

  /// The next one that hasn't been taken.
  var next: GraphDue? {
    index == 0 ? first : index <= others.count ? others[index - 1] : nil
  }

  mutating func removeNext() {
    index += 1
  }

  /// The one that has been removed last.
  var removed: GraphDue? {
    index == 0 ? nil : index == 1 ? first : others[index - 2]
  }
}
