extension GraphNode {
  /// What hears of changes to what is read here. Asked by the thread that reads.
  var observer: (any DependencyObserver)? { soleOwner as? any DependencyObserver }
}
