import CObservationRuntime

/// The critical regions of the graph: one lock for all nodes that are connected.
enum Graph {
  /// Runs `body` with the lock of a node that is in use. No user code, no release of what users gave, no other lock in it.
  @inline(__always)
  static func withLock<Result>(of node: GraphNode, _ body: (DependencyGraph) -> Result) -> Result {
    withLock(ofDomain: lock(node), body)
  }

  /// Runs `body` with the lock of a node that may have been returned to its pool; returns nil if it has been.
  @inline(__always)
  static func withLock<Result>(ofAny node: GraphNode, _ body: (DependencyGraph) -> Result?) -> Result? {
    guard let domain = lockIfPlaced(node) else { return nil }
    return withLock(ofDomain: domain, body)
  }

  /// Runs `body` with the lock of two nodes in use between which a link is to lead: from now on they have the same lock.
  static func withLock<Result>(
    connecting node: GraphNode,
    _ other: GraphNode,
    _ body: (DependencyGraph) -> Result
  ) -> Result {
    while true {
      connect(node, other)
      let domain = lock(node)
      // They were compared without locks: a domain that was given back meanwhile, and used again, may have looked like the other's.
      if other.domain?.root == domain { return withLock(ofDomain: domain, body) }
      domain.unlock()
    }
  }

  @inline(__always)
  private static func withLock<Result>(ofDomain domain: GraphDomain, _ body: (DependencyGraph) -> Result) -> Result {
    let result = body(DependencyGraph(domain: domain))
    domain.unlock()
    return result
  }

  /// A node that isn't connected with others.
  static func makeNode(for role: GraphNode.Role = .none) -> GraphNode {
    GraphNode.take(for: role)
  }

  /// Nobody knows the node any more. A reader has been retired, and doesn't run.
  static func putBack(_ node: GraphNode) {
    if let domain = lockIfPlaced(node) {
      node.domain = nil
      let isLast = domain.release()
      domain.unlock()
      if isLast { domain.putBack() }
    }
    let role = node.role
    node.reset()
    node.putBack(from: role)
  }

  private static func connect(_ node: GraphNode, _ other: GraphNode) {
    while true {
      switch (node.domain?.root, other.domain?.root) {
      case (nil, nil): place(node, in: nil)
      case (let domain?, nil): place(other, in: domain)
      case (nil, let domain?): place(node, in: domain)
      case (let one?, let two?):
        if one == two || merge(one, two) { return }
      }
    }
  }

  // MARK: Changes

  /// The observers to notify before a property of a model changes.
  static func readersBefore(
    _ node: GraphNode,
    _ bit: UInt64,
    by place: DependencyGraph.Reading?
  ) -> GraphDueList {
    if node.interest & GraphInterest.willSet == 0 { return GraphDueList() }
    return readersBefore(node, bit, of: node.incarnation, by: place)
  }

  /// The observers to notify before a property changes; none if the model has been deallocated.
  static func readersBefore(
    _ node: GraphNode,
    _ bit: UInt64,
    of incarnation: UInt32,
    by place: DependencyGraph.Reading?
  ) -> GraphDueList {
    due(at: node, of: incarnation) { $0.readersBefore(node, bit, by: place, into: &$1) }
  }

  // MARK: Transactions

  /// A transaction is about to change a property of a model for the first time.
  ///
  /// - Parameters:
  ///   - node: The model.
  ///   - bit: The property.
  ///   - isFirst: Whether it is the first property of the model that this transaction changes.
  ///   - place: What makes the change.
  ///   - noteDomain: Called with the lock, and the domain of the model.
  /// - Returns: What has been read of the property up to now, and whether another transaction has changed the model that isn't over.
  static func beginTransaction(
    of node: GraphNode,
    _ bit: UInt64,
    isFirst: Bool,
    by place: DependencyGraph.Reading?,
    _ noteDomain: (GraphDomain) -> Void
  ) -> (readings: [UInt: UInt], isShared: Bool) {
    withLock(of: node) { graph in
      noteDomain(graph.domain)
      if isFirst { node.transactionCount += 1 }
      return (graph.readings(of: node, bit, by: place), node.transactionCount > 1)
    }
  }

  /// Runs `read`, in which an observation reads what it depends on once more, between its readings.
  ///
  /// A transaction of another thread may take back what is found so: it takes the observation for one that has read something else since.
  static func readOnceMore(_ reader: GraphOwner?, _ read: () -> Void) {
    guard let node = reader?.node else { return read() }
    var hasBegun = false
    let versionCount: UInt64? = withLock(of: node) { graph in
      // It may be over, or read already.
      hasBegun = node.isActive && !node.isRunning
      return hasBegun ? graph.beginReadingOnceMore(node) : nil
    }
    let ownCount = ob_own_computation_count()
    read()
    if !hasBegun { return }
    // What it has computed for itself has no version.
    let hasReadVersions = ob_own_computation_count() == ownCount
    // Released outside the lock.
    unsafe withLock(of: node) { graph in
      graph.endReadingOnceMore(node, hasReadVersions ? versionCount : nil)
      return unsafe graph.takeRetiredOwner(of: node)
    }?.release()
  }

  /// A transaction that has changed a model is over.
  static func endTransaction(of node: GraphNode, of incarnation: UInt32) {
    _ = withLock(ofAny: node) { _ in
      if node.incarnation == incarnation { node.transactionCount -= 1 }
    }
  }

  /// Marks those observations that have read a property since, though it has its old value again.
  static func markReaders(
    of node: GraphNode,
    _ bit: UInt64,
    of incarnation: UInt32,
    since readings: [UInt: UInt],
    by place: DependencyGraph.Reading?
  ) -> GraphDueList {
    due(at: node, of: incarnation) { $0.markReaders(of: node, bit, since: readings, by: place, into: &$1) }
  }

  /// See ``DependencyGraph/unmarkDerivedValues(of:_:changed:since:)``. Nothing happens if others have marked derived values, too.
  ///
  /// - Parameters:
  ///   - node: The model.
  ///   - bit: The property.
  ///   - incarnation: That of the node.
  ///   - changed: Which properties of the model the transaction has really changed.
  ///   - readings: What was read before the transaction.
  ///   - markerCounts: What ``GraphDomain/markerCount`` was when the transaction first changed a model of a domain, by the address of that.
  static func unmarkDerivedValues(
    of node: GraphNode,
    _ bit: UInt64,
    of incarnation: UInt32,
    changed: UInt64,
    since readings: [UInt: UInt],
    _ markerCounts: [UInt: UInt]
  ) {
    _ = withLock(ofAny: node) { graph in
      guard node.incarnation == incarnation, markerCounts[graph.domain.address] == graph.domain.markerCount else {
        return
      }
      graph.unmarkDerivedValues(of: node, bit, changed: changed, since: readings)
    }
  }

  /// Marks those observations that depend on a property that has changed. Returns them, to be notified.
  static func markObservers(
    _ node: GraphNode,
    _ bit: UInt64,
    of incarnation: UInt32,
    by place: DependencyGraph.Reading?
  ) -> GraphDueList {
    due(at: node, of: incarnation) { $0.mark(node, bit, by: place, only: .observer, into: &$1) }
  }

  /// Has an observation notified of the next change as well, if it has been notified of one by derived values, and its pass is still to come.
  static func tellAgain(_ reader: GraphDue) {
    // Asked without the lock first: mostly the pass has run.
    if reader.node.mark == .clean { return }
    _ = withLock(ofAny: reader.node) { graph in
      if reader.isActive, reader.node.mark != .clean { graph.tellAgain(reader.node) }
    }
  }

  /// See ``DependencyGraph/noteOwnChange(of:)``. Called in the pass.
  static func noteOwnChange(of reader: GraphNode) {
    withLock(of: reader) { $0.noteOwnChange(of: reader) }
  }

  /// Has the next change renotify a reader, if the reader is marked.
  static func tellAgain(_ reader: GraphNode) {
    if reader.mark != .clean { withLock(of: reader) { $0.tellAgain(reader) } }
  }

  /// Marks derived values of properties that have been stored, and have yet to be reported.
  static func markDerivedValues(of node: GraphNode, _ bits: UInt64) {
    _ = withLock(ofAny: node) { $0.markDerivedValues(of: node, bits) }
  }

  /// Whether nobody reads a model but the reader that asks.
  static func isRead(_ node: GraphNode, byNoneBut reader: GraphNode?) -> Bool {
    if node.domain == nil { return true }
    return withLock(of: node) { _ in
      if node.interest & GraphInterest.foreign != 0 { return false }
      var next = node.firstReader
      while let link = next {
        if let other = link.reader, other != reader, !other.isDetachedValue(readBy: reader) { return false }
        next = link.nextReader
      }
      return true
    }
  }

  /// The readers of a model that `find` adds to a list; none if the model has been deallocated.
  private static func due(
    at node: GraphNode,
    of incarnation: UInt32,
    _ find: (DependencyGraph, inout GraphDueList) -> Void
  ) -> GraphDueList {
    var due = GraphDueList()
    _ = withLock(ofAny: node) { graph in
      // It is another's by now, if the model has been deallocated.
      if node.incarnation == incarnation { find(graph, &due) }
    }
    return due
  }

  // MARK: Domains

  /// Takes the lock of a node that is in use; the caller lets go of it.
  @inline(__always)
  static func lock(_ node: GraphNode) -> GraphDomain {
    while true {
      if let domain = lockIfPlaced(node) { return domain }
      place(node, in: nil)
    }
  }

  @inline(__always)
  private static func lockIfPlaced(_ node: GraphNode) -> GraphDomain? {
    if let domain = node.domain {
      domain.lock()
      // Most nodes know their domain itself.
      if node.domain == domain, domain.parent == nil { return domain }
      domain.unlock()
    }
    return lockFar(node)
  }

  @inline(never)
  private static func lockFar(_ node: GraphNode) -> GraphDomain? {
    while let known = node.domain {
      let root = known.root
      root.lock()
      // It may have changed meanwhile. Now it can't any more.
      if root.parent == nil, let current = node.domain, current.root == root {
        if current != root {
          root.retain()
          node.domain = root
          current.releaseAsPart()
        }
        return root
      }
      root.unlock()
    }
    return nil
  }

  /// Gives a node a domain, if it has none.
  @inline(never)
  private static func place(_ node: GraphNode, in domain: GraphDomain?) {
    let root = domain ?? GraphDomain.take()
    root.lock()
    assert(domain != nil || root.userCount == 0, "A domain was given back that is in use.")
    // A domain that nobody uses may have been given back meanwhile.
    let isPlaced = root.parent == nil && (domain == nil || root.userCount > 0) && node.setFirstDomain(root)
    if isPlaced { root.retain() }
    root.unlock()
    if domain == nil, !isPlaced { root.putBack() }
  }

  /// Makes one of two domains; false if they weren't what they were taken for.
  @inline(never)
  private static func merge(_ one: GraphDomain, _ other: GraphDomain) -> Bool {
    let (first, second) = one.address < other.address ? (one, other) : (other, one)
    first.lock()
    second.lock()
    defer {
      second.unlock()
      first.unlock()
    }
    guard one.parent == nil, other.parent == nil, one.userCount > 0, other.userCount > 0 else { return false }
    if one.rank > other.rank { other.become(partOf: one) } else { one.become(partOf: other) }
    // Asked again: they may belong to others by now.
    return false
  }
}
