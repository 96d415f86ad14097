/// The owner of a node for an observation of another class.
// Unchecked, like the superclass: it has only constants.
final class ModelDependencies: ObserverNode, @unchecked Sendable {
  private let knownObserver: any DependencyObserver

  override var observer: any DependencyObserver { knownObserver }

  init(for observer: some DependencyObserver) {
    knownObserver = observer
    super.init(.observer, startNumber: observer.startNumber, needsWillSet: observer.options.contains(.willSet))
    join()
  }
}
