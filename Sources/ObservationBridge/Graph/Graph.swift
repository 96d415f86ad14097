import CObservationRuntime

/// The critical regions of the graph. Connected nodes share one lock.
enum Graph {
  /// Runs `body` with the lock of a node. It runs no user code, releases no user's objects and takes no other lock.
  @inline(__always)
  static func withLock<Result>(of node: GraphNode, _ body: (DependencyGraph) -> Result) -> Result {
    withLock(ofDomain: lock(node), body)
  }

  /// Runs `body` with the lock of a node, or returns nil if the node has returned to its pool.
  @inline(__always)
  static func withLock<Result>(ofAny node: GraphNode, _ body: (DependencyGraph) -> Result?) -> Result? {
    guard let domain = lockIfPlaced(node) else { return nil }
    return withLock(ofDomain: domain, body)
  }

  /// Runs `body` with the lock of two nodes in use, about to be linked. From now on they share a lock.
  static func withLock<Result>(
    connecting node: GraphNode,
    _ other: GraphNode,
    _ body: (DependencyGraph) -> Result
  ) -> Result {
    while true {
      switch (node.domain?.root, other.domain?.root) {
      case (nil, nil): place(node, in: nil)
      case (let domain?, nil): place(other, in: domain)
      case (nil, let domain?): place(node, in: domain)
      case (let one?, let two?) where one != two: merge(one, two)
      case (.some, .some):
        let domain = lock(node)
        // The domains were compared without locks. A domain that returned to its pool meanwhile, and was reused, may
        // have looked like the other domain.
        if other.domain?.root == domain { return withLock(ofDomain: domain, body) }
        domain.unlock()
      }
    }
  }

  @inline(__always)
  private static func withLock<Result>(ofDomain domain: GraphDomain, _ body: (DependencyGraph) -> Result) -> Result {
    let result = body(DependencyGraph(domain: domain))
    domain.unlock()
    return result
  }

  /// Returns a node to its pool. No other thread may know the node; a reader must be retired and not running.
  static func putBack(_ node: GraphNode) {
    if let domain = lockIfPlaced(node) {
      node.domain = nil
      let isLast = domain.release()
      domain.unlock()
      if isLast { domain.putBack() }
    }
    node.putBack()
  }

  /// Runs `read`, the second reading of an observation's dependencies between two passes. A transaction on another
  /// thread counts this as a new reading, since the second reading may have found values reverted by the transaction.
  static func readOnceMore(_ node: GraphNode?, _ read: () -> Void) {
    guard let node else { return read() }
    let hasBegun = withLock(of: node) { _ in
      // The observation may have ended, or be running.
      if !node.isActive || node[.isRunning] { return false }
      node[.isRunning] = true
      return true
    }
    let ownCount = threadContext.own_computation_count
    read()
    if !hasBegun { return }
    // Values that a reader computes without caching have no version.
    let hasReadVersions = threadContext.own_computation_count == ownCount
    // Released outside the lock.
    unsafe withLock(of: node) { graph in
      graph.endReadingOnceMore(node, hasReadVersions: hasReadVersions)
      return unsafe graph.takeRetiredOwner(of: node)
    }?.release()
  }

  /// Makes the next change notify an observation again whose pass, due to a derived value, is still to come.
  static func notifyAgain(_ reader: GraphDue) {
    // Loaded without the lock first: mostly the pass has run.
    if reader.node.mark == .clean { return }
    _ = withLock(ofAny: reader.node) { graph in
      if reader.isActive, reader.node.mark != .clean { graph.notifyAgain(reader.node) }
    }
  }

  /// Whether a model has no readers except `reader` and detached values of `reader`.
  static func isRead(_ node: GraphNode, byNoneBut reader: GraphNode?) -> Bool {
    if node.domain == nil { return true }
    return withLock(of: node) { _ in
      node.interest & GraphInterest.foreign == 0
        && node.readers.allSatisfy { link in
          guard let other = link.reader, other != reader else { return true }
          return other.role == .derived && other[.isDetached] && other.readers.allSatisfy { $0.reader == reader }
        }
    }
  }

  // MARK: Domains

  /// Takes the lock of a node in use. The caller unlocks the returned domain.
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
      // Most nodes point to their root. The parent comes first: a merged domain loses its parent without its own lock,
      // when it returns to its pool, but only after its last node points to the root.
      if domain.parent == nil, node.domain == domain { return domain }
      domain.unlock()
    }
    return lockMerged(node)
  }

  @inline(never)
  private static func lockMerged(_ node: GraphNode) -> GraphDomain? {
    while let known = node.domain {
      let root = known.root
      root.lock()
      // The domain may have changed before the lock was taken. From now on, it can't.
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

  /// Gives a domain to a node that has none.
  @inline(never)
  private static func place(_ node: GraphNode, in domain: GraphDomain?) {
    let root = domain ?? GraphDomain.take()
    root.lock()
    assert(domain != nil || root.userCount == 0, "A domain was given back that is in use.")
    // A domain without users may have returned to its pool meanwhile.
    let isPlaced = root.parent == nil && (domain == nil || root.userCount > 0) && node.setFirstDomain(root)
    if isPlaced { root.retain() }
    root.unlock()
    if domain == nil, !isPlaced { root.putBack() }
  }

  /// Merges two domains, if both are still roots.
  @inline(never)
  private static func merge(_ one: GraphDomain, _ other: GraphDomain) {
    let (first, second) = one.address < other.address ? (one, other) : (other, one)
    first.lock()
    second.lock(isMerge: true)
    defer {
      second.unlock()
      first.unlock()
    }
    guard one.parent == nil, other.parent == nil, one.userCount > 0, other.userCount > 0 else { return }
    if one.rank > other.rank { other.become(partOf: one) } else { one.become(partOf: other) }
  }
}
