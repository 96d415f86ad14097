/// The object behind a reader's node: an observation or a derived value. The node retains the object until the node is
/// retired.
// Unchecked: the node is made once, by the creator or in a pass, before a lock makes it known to other threads. The
// subclasses justify their own fields.
@usableFromInline
package class GraphOwner: @unchecked Sendable {
  /// Nil until the owner has dependencies.
  final private(set) var knownNode: GraphNode?

  /// Creates an owner without a node. ``makeNode()`` makes the node when it's needed.
  init() {}

  deinit {
    if let node = knownNode { Graph.putBack(node) }
  }

  final var node: GraphNode {
    guard let node = knownNode else { preconditionFailure("A node is used that has yet to be made.") }
    return node
  }

  /// Makes the node of an owner that was created without one.
  func makeNode() {}

  final func makeNode(_ role: GraphNode.Role, startNumber: StartNumber = .none, needsWillSet: Bool = false) {
    let node = GraphNode.take(for: role)
    node.setRole(role, startNumber, needsWillSet: needsWillSet)
    unsafe node.owner = Unmanaged.passRetained(self)
    knownNode = node
  }

  /// Removes registrations outside of the graph after the node was retired. Called without a lock, any number of times.
  func didRetire() {}
}

extension GraphNode {
  /// Retires a reader's node and removes its links. Called without a lock, any number of times.
  func retire() {
    if domain == nil {
      // Only this thread knows the node, which has no links.
      self[.isRetired] = true
      if !self[.isRunning] { unsafe takeOwner()?.release() }
      return
    }
    // Released without the lock.
    unsafe Graph.withLock(of: self) { unsafe $0.retire(self) }?.release()
    UnreadDetachedValues.retire()
  }
}
