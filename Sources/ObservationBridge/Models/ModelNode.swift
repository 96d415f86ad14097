import CObservationRuntime
import Observation

/// How a registrar uses the node of its model, for all types of models.
@usableFromInline
enum ModelNode {
  /// Called when the model is deallocated.
  static func end(_ address: UInt) {
    guard let node = GraphNode(at: address) else { return }
    let transaction = ObservationTransaction.current
    transaction?.end(node)
    let ownCount: UInt = transaction?.hasChanged(node) == true ? 1 : 0
    // Released without the lock.
    let contents = node.takeContents() as? ModelContents
    let place = GraphReading.place
    let deallocation = DependencyGraph.Deallocation(model: node)
    // Observers that depend only on derived properties of the model are notified of the deallocation, too.
    var readers: [DependencyGraph.FormerReader] = []
    for value in contents?.allDerived ?? [] {
      readers += Graph.withLock(of: value.node) { $0.findReaders(ofLost: value.node, deallocation) }
    }
    _ = consume contents
    var due = GraphDueList()
    readers += Graph.withLock(of: node) { graph in
      // An open transaction of another thread won't find these observers at its end: they are notified after the lock.
      if node.transactionCount > ownCount { graph.mark(node, .max, by: place, only: .observer, into: &due) }
      let former = graph.findReaders(ofLost: node, deallocation)
      // The readers keep empty links until their next reading.
      graph.unlinkReaders(of: node)
      return former
    }
    // A derived value that has ended meanwhile may have added contents.
    _ = node.takeContents()
    Graph.putBack(node)
    let report = ChangeReport(moment: .didSet, keyPath: nil)
    for reader in due.all { report.notify(reader, mayRunNow: false) }
    let observers = readers.compactMap { reader -> ObserverNode? in
      guard let observer = reader.owner.asObserver, observer.needsDeallocations,
        !observer.isInPass || observer.needsDeallocationInPass(isKnown: reader.isKnown)
      else { return nil }
      return observer
    }
    DeallocationReports.add(observers)
  }

  /// Notifies the observers of a property with `willSet`, before the property is changed.
  static func reportWillSet(_ node: GraphNode, _ bit: UInt64, _ keyPath: @escaping () -> AnyKeyPath) {
    if ObservationTransaction.current != nil || node.interest & GraphInterest.willSet == 0 { return }
    let place = GraphReading.place
    var due = GraphDueList()
    Graph.withLock(of: node) { $0.readersBefore(node, bit, by: place, into: &due) }
    withExtendedLifetime(keyPath) {
      ChangeReport(moment: .willSet, keyPath: UncountedKeyPath(keyPath)).deliver(&due)
    }
  }

  /// Notifies the observers of a changed property. Not inlined, so that the caller keeps the closure alive.
  @usableFromInline
  @inline(never)
  static func reportDidSet(_ address: UInt, _ bit: UInt64, _ keyPath: @escaping () -> AnyKeyPath) {
    guard let node = GraphNode(at: address) else { return }
    if ob_writes_are_special(), isReportedOtherwise(node, bit, keyPath) { return }
    let domain = Graph.lock(node)
    // Most changes concern a single observation, and need no more than a lent pass.
    if let reader = LentPasses.beginOnlyOne(of: node, bit, in: domain) {
      domain.unlock()
      LentPasses.run(reader, inside: UncountedKeyPath(keyPath))
    } else {
      ChangeReport(moment: .didSet, keyPath: UncountedKeyPath(keyPath)).mark(node, bit, in: domain)
    }
  }

  /// Marks the derived values behind a property that was stored, but not reported yet: code in between reads them.
  @usableFromInline
  @inline(never)
  static func markDerivedValues(_ address: UInt, _ bit: UInt64) {
    guard let node = GraphNode(at: address), !DerivedNode.mayChange(node) else { return }
    _ = Graph.withLock(ofAny: node) { $0.markDerivedValues(of: node, bit) }
  }

  /// Whether a transaction defers the change, or the change has no observers to notify.
  @inline(never)
  private static func isReportedOtherwise(_ node: GraphNode, _ bit: UInt64, _ keyPath: () -> AnyKeyPath) -> Bool {
    if DerivedNode.mayChange(node) { return true }
    guard let transaction = ObservationTransaction.current else { return false }
    transaction.didSet(node, bit, keyPath())
    // Only derived values are marked at once.
    var due = GraphDueList()
    Graph.withLock(of: node) {
      $0.mark(node, bit, by: GraphReading.place, only: .derived, transaction.propagation, into: &due)
    }
    transaction.deferToEnd(due)
    return true
  }

  // MARK: The contents

  /// The standard library's registrar of a model, made for foreign trackers.
  static func foreignRegistrar(_ node: GraphNode) -> ObservationRegistrar {
    if let known = knownForeignRegistrar(node) { return known }
    let contents = knownOrNewContents(of: node)
    return Graph.withLock(of: node) { _ in
      node.setInterest(node.interest | GraphInterest.foreign)
      let registrar = contents.foreignRegistrar ?? ObservationRegistrar()
      contents.foreignRegistrar = registrar
      return registrar
    }
  }

  static func knownForeignRegistrar(_ node: GraphNode) -> ObservationRegistrar? {
    if node.interest & GraphInterest.foreign == 0 { return nil }
    let contents = contents(of: node)
    return Graph.withLock(of: node) { _ in contents?.foreignRegistrar }
  }

  /// The probe that foreign trackers read instead of all properties of a model. Called with the lock.
  static func probeOfAllProperties(_ node: GraphNode) -> CancellationProbe {
    node.setInterest(node.interest | GraphInterest.foreign)
    let contents = knownOrNewContents(of: node)
    let watched = contents.probeOfAllProperties?.readHere ?? WatchedProbe(CancellationProbe())
    contents.probeOfAllProperties = watched
    return watched.probe
  }

  /// Notifies foreign trackers that have read the probe for all properties, after a change of a property.
  static func notifyReadersOfAllProperties(_ node: GraphNode) {
    if node.interest & GraphInterest.foreign == 0 { return }
    let contents = contents(of: node)
    guard let probe = Graph.withLock(of: node, { _ in contents?.probeOfAllProperties?.probe }) else { return }
    // A tracking isn't notified of its own change of a stored property, only of later ones. The probe behaves likewise.
    if Tracking.mayHaveForeignTracker, probe.marksInnermostTracking { return }
    Graph.withLock(of: node) { _ in
      contents?.probeOfAllProperties?.probe === probe ? contents?.probeOfAllProperties.take() : nil
    }?.notify()
  }

  @inline(__always)
  static func derived(_ node: GraphNode, at place: DerivedPropertyPlace) -> Unmanaged<DerivedPropertyNode>? {
    unsafe node.contents?._withUnsafeGuaranteedRef {
      // The contents of a model are always of this class.
      unsafe unsafeDowncast($0, to: ModelContents.self).derived(at: place)
    }
  }

  static func contents(of node: GraphNode) -> ModelContents? {
    unsafe node.contents.map { unsafe contents($0) }
  }

  static func knownOrNewContents(of node: GraphNode) -> ModelContents {
    unsafe contents(of: node) ?? contents(node.setFirstContents(ModelContents()))
  }

  private static func contents(_ contents: Unmanaged<AnyObject>) -> ModelContents {
    // The contents of a model are always of this class.
    unsafe unsafeDowncast(contents.takeUnretainedValue(), to: ModelContents.self)
  }
}
