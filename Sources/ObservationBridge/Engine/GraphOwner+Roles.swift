extension GraphOwner {
  /// The observer that is notified of changes, if the owner is an observation.
  var asObserver: (any DependencyObserver)? {
    // A node's role tells what stands behind it, for as long as that is there.
    node.role == .observer ? unsafe unsafeDowncast(self, to: ObserverNode.self).observer : nil
  }

  /// The derived value that this is, if it is one.
  var asDerivedValue: DerivedNode? {
    node.role == .derived ? unsafe unsafeDowncast(self, to: DerivedNode.self) : nil
  }
}
