/// A ``DependencyObserver`` that can depend on registrar models, too. A transaction can defer its notifications.
protocol GraphObserver: DependencyObserver {
  /// Makes the owner of the observer's node, when the observer first reads a registrar model.
  func makeModelDependencies() -> ObserverNode
}

extension GraphObserver {
  func makeModelDependencies() -> ObserverNode { ModelDependencies(for: self) }

  func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    DerivedNode.requireNoComputation()
    guard let transaction = ObservationTransaction.current else {
      return dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
    }
    // The standard backend doesn't report further changes of the transaction, so their property isn't known.
    let property = Tracking.isStandard ? nil : keyPath()
    transaction.deferToEnd(DeferredReport(recipient: .observer(self), keyPath: property), moment)
  }
}

/// The owner of a node for an observation of another class.
// Unchecked, like the superclass: it has only constants.
final class ModelDependencies: ObserverNode, @unchecked Sendable {
  private let knownObserver: any DependencyObserver

  override var observer: any DependencyObserver { knownObserver }

  init(for observer: some DependencyObserver) {
    knownObserver = observer
    super.init(.observer, startNumber: observer.startNumber, needsWillSet: observer.options.contains(.willSet))
  }
}
