extension GraphOwner {
  /// The observer to notify of changes, if the owner stands for an observation.
  var asObserver: (any DependencyObserver)? {
    // A node's role determines the class of its owner.
    node.role == .observer ? unsafe unsafeDowncast(self, to: ObserverNode.self).observer : nil
  }

  /// The owner as a derived value; nil for other roles.
  var asDerivedValue: DerivedNode? {
    node.role == .derived ? unsafe unsafeDowncast(self, to: DerivedNode.self) : nil
  }
}
