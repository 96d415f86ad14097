/// What stands behind a node that reads: an observation's dependencies, or a derived value.
// Unchecked: the node is made once, before others know of it; the subclasses say why what they add is safe.
@usableFromInline
class GraphOwner: @unchecked Sendable {
  /// Nil until there is something to read.
  @exclusivity(unchecked) private nonisolated(unsafe) var knownNode: GraphNode?

  /// Something that gets a node by ``makeNode(_:startNumber:needsWillSet:)``, if it ever needs one.
  init() {}

  init(_ role: GraphNode.Role, startNumber: StartNumber = .none, needsWillSet: Bool) {
    makeNode(role, startNumber: startNumber, needsWillSet: needsWillSet)
  }

  deinit {
    if let node = unsafe knownNode { Graph.putBack(node) }
  }

  /// Its own node.
  final var node: GraphNode {
    guard let node = unsafe knownNode else { preconditionFailure("A node is used that has yet to be made.") }
    return node
  }

  final var hasNode: Bool { unsafe knownNode != nil }

  final func makeNode(_ role: GraphNode.Role, startNumber: StartNumber, needsWillSet: Bool) {
    let node = Graph.makeNode(for: role)
    node.setRole(role, startNumber, needsWillSet: needsWillSet)
    unsafe knownNode = node
  }

  /// The node knows its reader, and keeps it alive, until it is retired.
  final func join() {
    // Nobody else knows the node yet.
    unsafe node.owner = Unmanaged.passRetained(self)
  }

  /// Removes all that the node is registered with. Called outside locks; any number of times.
  final func retire() {
    if node.domain == nil {
      // Nobody else knows the node, which has read nothing.
      node.isRetired = true
      if !node.isRunning { unsafe node.takeOwner()?.release() }
      return
    }
    // Released outside the lock.
    unsafe Graph.withLock(of: node) { unsafe $0.retire(node) }?.release()
    UnreadDetachedValues.retire()
  }

  /// The node has been retired: what it was registered with elsewhere goes, too. Called outside locks; any number of times.
  func isOver() {}
}
