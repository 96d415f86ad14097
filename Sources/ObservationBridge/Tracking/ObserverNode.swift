/// The owner of a node that reads models: its observer is notified of changes.
// Unchecked: it has no state of its own; each subclass says why that is safe which it adds.
@usableFromInline
class ObserverNode: GraphOwner, @unchecked Sendable {
  /// Hears of changes.
  var observer: any DependencyObserver {
    preconditionFailure("A subclass says whose node it is.")
  }
}

extension GraphNode {
  /// The observer that is notified of changes to what the node has read. Asked by the thread that reads.
  var observer: (any DependencyObserver)? {
    // No other class has nodes that read.
    runningOwner.map { unsafe unsafeDowncast($0, to: ObserverNode.self).observer }
  }
}
