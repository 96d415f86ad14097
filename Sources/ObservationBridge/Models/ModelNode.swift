import CObservationRuntime
import Observation

/// What a model's registrar does with its node, for all types of models.
@usableFromInline
enum ModelNode {
  /// The model has been deallocated.
  static func end(_ address: UInt) {
    guard let node = GraphNode(at: address) else { return }
    let transaction = ObservationTransaction.current
    transaction?.end(node)
    let ownCount: UInt = transaction?.hasChanged(node) == true ? 1 : 0
    // Released outside the lock.
    let contents = node.takeContents() as? ModelContents
    let place = GraphReading.place
    let deallocation = DependencyGraph.Deallocation(model: node)
    // An observer that has read derived properties alone is notified of the deallocation, too.
    var readers: [DependencyGraph.FormerReader] = []
    for value in contents?.allDerived ?? [] {
      readers += Graph.withLock(of: value.node) { $0.findReaders(ofLost: value.node, deallocation) }
    }
    _ = consume contents
    var due = GraphDueList()
    readers += Graph.withLock(of: node) { graph in
      // A transaction of another thread, of whose changes they are to be notified, doesn't find them any more. They are notified without
      // the lock.
      if node.transactionCount > ownCount { graph.mark(node, .max, by: place, only: .observer, into: &due) }
      return graph.loseReaders(of: node, deallocation)
    }
    // A derived value that has ended meanwhile may have added some.
    _ = node.takeContents()
    Graph.putBack(node)
    for reader in due.all { ChangeReport(.didSet, nil, by: place).tell(reader, mayRunNow: false) }
    let observers = readers.compactMap { reader -> (any DependencyObserver)? in
      guard let observer = reader.owner.asObserver, observer.needsDeallocations,
        !observer.isInPass || observer.needsDeallocationInPass(isKnown: reader.isKnown)
      else { return nil }
      return observer
    }
    DeallocationReports.add(observers)
  }

  /// Notifies the observations of a property that have `willSet`, before it's changed.
  static func reportWillSet(_ node: GraphNode, _ bit: UInt64, _ keyPath: @escaping () -> AnyKeyPath) {
    if ObservationTransaction.current != nil { return }
    let place = GraphReading.place
    var due = Graph.readersBefore(node, bit, by: place)
    withExtendedLifetime(keyPath) { ChangeReport(.willSet, UncountedKeyPath(keyPath), by: place).deliver(&due) }
  }

  /// Tells those observations that depend on a property that it has changed.
  // Not inlined: whoever calls it so keeps the closure alive.
  @usableFromInline
  @inline(never)
  static func reportDidSet(_ address: UInt, _ bit: UInt64, _ keyPath: @escaping () -> AnyKeyPath) {
    guard let node = GraphNode(at: address) else { return }
    if ob_writes_are_special(), isReportedOtherwise(node, bit, keyPath) { return }
    let domain = Graph.lock(node)
    // Most changes concern one observation, which has nothing else to do.
    if let reader = LentPasses.beginOnlyOne(of: node, bit, in: domain) {
      domain.unlock()
      LentPasses.run(reader, inside: UncountedKeyPath(keyPath))
    } else {
      ChangeReport(.didSet, UncountedKeyPath(keyPath), by: GraphReading.place).mark(node, bit, in: domain)
    }
  }

  /// A property has been stored that has yet to be reported: code that runs before that reads derived values as they are now.
  @usableFromInline
  @inline(never)
  static func markDerivedValues(_ address: UInt, _ bit: UInt64) {
    guard let node = GraphNode(at: address), !DerivedNode.mayChange(node) else { return }
    Graph.markDerivedValues(of: node, bit)
  }

  /// Whether a transaction holds a change back, or nobody has to be notified of it.
  @inline(never)
  private static func isReportedOtherwise(_ node: GraphNode, _ bit: UInt64, _ keyPath: () -> AnyKeyPath) -> Bool {
    if DerivedNode.mayChange(node) { return true }
    guard let transaction = ObservationTransaction.current else { return false }
    holdBack(node, bit, keyPath(), in: transaction)
    return true
  }

  /// Inside a transaction only derived values are marked at once.
  private static func holdBack(
    _ node: GraphNode,
    _ bit: UInt64,
    _ keyPath: AnyKeyPath,
    in transaction: ObservationTransaction
  ) {
    transaction.didSet(node, bit, keyPath)
    var due = GraphDueList()
    Graph.withLock(of: node) {
      $0.mark(node, bit, by: GraphReading.place, only: .derived, transaction.telling, into: &due)
    }
    transaction.hold(due)
  }

  // MARK: Beside the node

  /// The standard library's registrar of a model, made for those who track it.
  static func foreignRegistrar(_ node: GraphNode) -> ObservationRegistrar {
    if let known = knownForeignRegistrar(node) { return known }
    let contents = knownOrNewContents(of: node)
    let new = ObservationRegistrar()
    return Graph.withLock(of: node) { _ in
      node.setInterest(node.interest | GraphInterest.foreign)
      return contents.foreignRegistrar(orAdd: new)
    }
  }

  static func knownForeignRegistrar(_ node: GraphNode) -> ObservationRegistrar? {
    if node.interest & GraphInterest.foreign == 0 { return nil }
    let contents = contents(of: node)
    return Graph.withLock(of: node) { _ in unsafe contents?.foreignRegistrar }
  }

  /// What the standard library's tracking reads in the place of all properties of a model. Called with the lock.
  static func probeOfAllProperties(_ node: GraphNode) -> CancellationProbe {
    node.setInterest(node.interest | GraphInterest.foreign)
    return knownOrNewContents(of: node).probeOfAllProperties(orAdd: CancellationProbe())
  }

  /// A property of a model has changed.
  static func tellThoseWhoHaveReadAll(_ node: GraphNode) {
    if node.interest & GraphInterest.foreign == 0 { return }
    let contents = contents(of: node)
    guard let probe = Graph.withLock(of: node, { _ in contents?.probeOfAllProperties }) else { return }
    // As with a stored property, a tracking isn't notified of its own change, but is of later ones.
    if Tracking.mayHaveForeignTracker, probe.marksInnermostTracking { return }
    Graph.withLock(of: node) { _ in contents?.takeProbeOfAllProperties(probe) }?.tell()
  }

  /// The derived value of a model that a property stands for, if it has been read before. It lives as long as the model.
  static func derived(
    _ node: GraphNode,
    _ keyPath: AnyKeyPath,
    _ name: StaticString,
    at place: DerivedPropertyPlace
  ) -> Unmanaged<DerivedPropertyNode>? {
    unsafe contents(of: node)?.derived(keyPath, name, at: place)
  }

  /// The derived value that a getter reads at this place in the source.
  @inline(__always)
  static func derived(_ node: GraphNode, at place: DerivedPropertyPlace) -> Unmanaged<DerivedPropertyNode>? {
    unsafe node.contents?._withUnsafeGuaranteedRef {
      // A model has no others.
      unsafe unsafeDowncast($0, to: ModelContents.self).derived(at: place)
    }
  }

  /// Adds the derived value of a property, unless there is one already; returns the one that is there then.
  static func add(_ new: DerivedPropertyNode, to node: GraphNode) -> Unmanaged<DerivedPropertyNode> {
    unsafe knownOrNewContents(of: node).add(new)
  }

  static func contents(of node: GraphNode) -> ModelContents? {
    unsafe node.contents.map { unsafe contents($0) }
  }

  private static func knownOrNewContents(of node: GraphNode) -> ModelContents {
    unsafe contents(of: node) ?? contents(node.setFirstContents(ModelContents()))
  }

  private static func contents(_ contents: Unmanaged<AnyObject>) -> ModelContents {
    // A model has no others.
    unsafe unsafeDowncast(contents.takeUnretainedValue(), to: ModelContents.self)
  }
}
