/// What an observation has read of models of our own, and of derived values: a node of the graph, the same from pass to pass.
// Unchecked: it has no state of its own; each subclass says why that is safe which it adds.
class ObserverNode: GraphOwner, @unchecked Sendable {
  /// Hears of changes.
  var observer: any DependencyObserver {
    preconditionFailure("A subclass says whose node it is.")
  }
}

extension GraphOwner {
  /// Whoever hears of changes, if that is an observation.
  var asObserver: (any DependencyObserver)? {
    // A node's role tells what stands behind it, for as long as that is there.
    node.role == .observer ? unsafe unsafeDowncast(self, to: ObserverNode.self).observer : nil
  }

  /// The derived value that this is, if it is one.
  var asDerivedValue: DerivedNode? {
    node.role == .derived ? unsafe unsafeDowncast(self, to: DerivedNode.self) : nil
  }
}
