/// The owner of a reader's node: its observer is notified of changes.
// Unchecked: this class has no state, and each subclass says why its own state is safe.
@usableFromInline
class ObserverNode: GraphOwner, @unchecked Sendable {
  /// The observer to notify of changes.
  var observer: any DependencyObserver {
    preconditionFailure("A subclass says whose node it is.")
  }
}

extension GraphNode {
  /// The observer to notify of changes to the node's dependencies. Called by the reading thread.
  var observer: (any DependencyObserver)? {
    // Nodes that read always have an owner of this class.
    runningOwner.map { unsafe unsafeDowncast($0, to: ObserverNode.self).observer }
  }
}
