/// A ``DependencyObserver`` that can depend on models of our own, too, and whose reports may be held back by a transaction.
protocol GraphObserver: DependencyObserver {
  /// The owner of the node that reads models of our own for it, made when it first reads one.
  func makeModelDependencies() -> ObserverNode
}

extension GraphObserver {
  func makeModelDependencies() -> ObserverNode { ModelDependencies(for: self) }

  func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    DerivedNode.checkThatNoneIsComputed()
    guard let transaction = ObservationTransaction.current else {
      return dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
    }
    // The standard backend doesn't report what else the transaction changes.
    let property = Tracking.isStandard ? nil : keyPath()
    transaction.hold(HeldReport(to: .observer(self), of: property), moment)
  }
}
