import CObservationRuntime
import Synchronization

/// The changes of a transaction, and its deferred notifications. Used only by the thread of the transaction.
@safe
final class ObservationTransaction {
  /// A changed property of a registrar model.
  private struct Change {
    let place: Place
    let keyPath: AnyKeyPath
    /// Returns whether the property has its first value again.
    let isUnchanged: () -> Bool
    /// The readings of the property before its first change.
    let readings: [UInt: UInt]
    /// The reading that has changed the property, and isn't notified; nil if there was no reading, or several.
    var writer: DependencyGraph.Reading?
  }

  private struct Place: Hashable {
    let model: Model
    let bit: UInt64
  }

  private struct Model: Hashable {
    let address: UInt
    /// The node's generation. The node belongs to another model once this one has been deallocated.
    let generation: UInt32

    init(_ node: GraphNode) {
      (address, generation) = (node.address, node.generation)
    }

    /// Runs `body` with the lock of the model's node. Returns nil if the model has been deallocated.
    func withLock<Result>(_ body: (GraphNode, DependencyGraph) -> Result) -> Result? {
      guard let node = GraphNode(at: address) else { return nil }
      return Graph.withLock(ofAny: node) { node.generation == generation ? body(node, $0) : nil }
    }
  }

  private var changes: [Change] = []
  /// The indices of the changes of each property: mostly one.
  private var indices: [Place: [Int]] = [:]
  private var models: Set<Model> = []
  /// ``GraphDomain/markerCount`` at the transaction's first change in each domain, by the domain's address.
  private var markerCounts: [UInt: UInt] = [:]
  /// The readers behind derived values marked by the changes.
  private var due = GraphDueList()
  /// The number of elements in `due` at which duplicates are removed.
  private var heldLimit = 1024
  /// Reports of the standard library's registrars.
  private var reports: [PassKind: [DeferredReport]] = [:]
  let number = ObservationTransaction.lastNumber.add(1, ordering: .relaxed).newValue
  /// The index among the open transactions.
  private let place = OpenTransactions.all.add()
  /// The number of the latest transaction of any thread.
  private static let lastNumber = Atomic<UInt>(0)

  private init() {}

  /// This thread's transaction, whatever task the code belongs to.
  @inline(__always)
  static var current: ObservationTransaction? { ofThread.current }

  @inline(__always)
  private static var ofThread: ThreadObject<ObservationTransaction> { ThreadObject(pointer: ob_current_transaction) }

  static func run<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    if current != nil { return try body() }
    let transaction = ObservationTransaction()
    defer {
      transaction.deliver()
      OpenTransactions.all.remove(transaction.place)
    }
    return try ofThread.run(with: transaction, body)
  }

  /// When the transaction's changes notify observers behind derived values. Called with the observers' lock: a
  /// transaction that has marked them before has been added to the open ones.
  var propagation: GraphNode.Propagation {
    GraphNode.Propagation(atTheEndOf: place, number: number, isOnlyOne: OpenTransactions.all.areNone(but: place))
  }

  /// Called before a property is set. `isUnchanged` captures the current value, for the comparison at the end.
  func willSet(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath, isUnchanged: () -> () -> Bool) {
    guard let index = index(node, bit, keyPath) else {
      return add(node, bit, keyPath, isUnchanged: isUnchanged)
    }
    // Another reading sets the property.
    if let writer = changes[index].writer, writer.id != GraphReading.currentID { changes[index].writer = nil }
  }

  /// Called after a property was set. If the model wasn't tracked before, the change is noted only here.
  func didSet(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath) {
    if index(node, bit, keyPath) == nil { add(node, bit, keyPath) { { false } } }
  }

  func hasChanged(_ node: GraphNode) -> Bool {
    models.contains(Model(node))
  }

  /// Called before the deallocation of a model. Observers of changed properties are notified all the same.
  func end(_ node: GraphNode) {
    if changes.isEmpty { return }
    let model = Model(node)
    var bits = node.interest & GraphInterest.properties
    while bits != 0 {
      let bit = bits & (~bits + 1)
      bits &= ~bit
      for index in indices[Place(model: model, bit: bit)] ?? [] { mark(changes[index], isUnchanged: false, by: nil) }
    }
  }

  private func index(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath) -> Int? {
    indices[Place(model: Model(node), bit: bit)]?.first { changes[$0].keyPath == keyPath }
  }

  private func add(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath, isUnchanged: () -> () -> Bool) {
    let place = Place(model: Model(node), bit: bit)
    let writer = GraphReading.place
    let isFirst = models.insert(place.model).inserted
    let (readings, isShared) = Graph.withLock(of: node) { graph in
      let domain = graph.domain
      domain.noteMark(by: number)
      if markerCounts[domain.address] == nil { markerCounts[domain.address] = domain.markerCount }
      if isFirst { node.transactionCount += 1 }
      return (graph.readings(of: node, bit, by: writer), node.transactionCount > 1)
    }
    // If another open transaction has changed this model, its current value isn't the one that observers have seen, so
    // restoring it doesn't count as unchanged. Readings are collected before the old value is read, so that a write by
    // another thread in between only causes an extra pass.
    let isUnchanged = isShared ? { false } : isUnchanged()
    indices[place, default: []].append(changes.count)
    changes.append(
      Change(place: place, keyPath: keyPath, isUnchanged: isUnchanged, readings: readings, writer: writer)
    )
  }

  func deferToEnd(_ new: consuming GraphDueList) {
    if due.isEmpty { due = new } else { due.append(new) }
    // If transactions alternate, each change propagates again through the other's marks, and adds the same readers.
    if due.count > heldLimit {
      due.removeDuplicates()
      heldLimit = max(heldLimit, 2 * due.count)
    }
  }

  func deferToEnd(_ report: DeferredReport, _ moment: PassKind) {
    reports[moment, default: []].append(report)
  }

  private func deliver() {
    let areUnchanged = changes.map { Tracking.untracked($0.isUnchanged) }
    let place = GraphReading.place
    var changed: [Model: UInt64] = [:]
    for (change, isUnchanged) in zip(changes, areUnchanged) {
      if !isUnchanged { changed[change.place.model, default: 0] |= change.place.bit }
      mark(change, isUnchanged: isUnchanged, by: place)
    }
    for (change, isUnchanged) in zip(changes, areUnchanged) where isUnchanged {
      unmarkDerivedValues(behind: change, changed: changed[change.place.model] ?? 0)
    }
    for model in models { _ = model.withLock { node, _ in node.transactionCount -= 1 } }
    var observers = due.take()
    let watched = observers.keepObservers()
    if reports.isEmpty {
      // The report has no property: only derived values know what has changed.
      EnclosingChange.runOfDerivedValues {
        ChangeReport(moment: .didSet, keyPath: nil).deliver(&observers)
      }
    } else {
      add(observers, .didSet, nil)
    }
    for moment in [PassKind.willSet, .didSet] { DeferredReport.deliver(reports[moment] ?? [], at: moment) }
    for value in watched { value.owner?.asDerivedValue?.checkForForeignTrackers() }
  }

  /// Unmarks derived values behind a reverted change, unless another change has marked them, too.
  private func unmarkDerivedValues(behind change: Change, changed: UInt64) {
    _ = change.place.model.withLock { node, graph in
      guard markerCounts[graph.domain.address] == graph.domain.markerCount else { return }
      graph.unmarkDerivedValues(of: node, change.place.bit, changed: changed, since: change.readings)
    }
  }

  /// Collects the observers to notify of a change.
  private func mark(_ change: Change, isUnchanged: Bool, by place: DependencyGraph.Reading?) {
    let (bit, place) = (change.place.bit, change.writer ?? place)
    var before = GraphDueList()
    var after = GraphDueList()
    _ = change.place.model.withLock { node, graph in
      if isUnchanged {
        // Observers that have read another value in between are notified all the same.
        graph.markReaders(of: node, bit, since: change.readings, by: place, into: &after)
        // A report after the change makes no pass due if the observation has one before each change.
        for reader in after.all where reader.node.needsWillSet { before.append(reader) }
      } else {
        graph.readersBefore(node, bit, by: place, into: &before)
        graph.mark(node, bit, by: place, only: .observer, into: &after)
      }
    }
    add(before, .willSet, change.keyPath, exceptFor: change.writer)
    add(after, .didSet, change.keyPath, exceptFor: change.writer)
  }

  private func add(
    _ due: borrowing GraphDueList,
    _ moment: PassKind,
    _ keyPath: AnyKeyPath?,
    exceptFor writer: DependencyGraph.Reading? = nil
  ) {
    for reader in due.all {
      guard let observer = reader.owner?.asObserver,
        !(reader.node == writer?.reader && observer.ignoresOwnChanges)
      else { continue }
      deferToEnd(DeferredReport(observer: observer, source: reader.source, keyPath: keyPath), moment)
    }
  }
}
