/// The node of an observation that isn't one itself.
// Unchecked, as the class above is: nothing in it changes.
final class ModelDependencies: ObserverNode, @unchecked Sendable {
  private let knownObserver: any DependencyObserver

  override var observer: any DependencyObserver { knownObserver }

  init(for observer: some DependencyObserver) {
    knownObserver = observer
    super.init(.observer, startNumber: observer.startNumber, needsWillSet: observer.options.contains(.willSet))
    join()
  }
}
