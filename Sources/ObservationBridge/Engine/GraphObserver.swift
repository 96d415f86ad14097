/// A ``DependencyObserver`` that can depend on registrar models, too. A transaction can defer its notifications.
protocol GraphObserver: ObserverNode, DependencyObserver {
  /// Whether registrar models notify the observer before a change, too.
  var needsWillSet: Bool { get }
}

extension GraphObserver {
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
