import CObservationRuntime
import Synchronization

/// Changes that count as one: what is held back until the outermost transaction of this thread ends.
///
/// Used by the thread whose transaction it is, and nobody else.
@safe
final class ObservationTransaction {
  /// A property of a model of our own that has been set.
  private struct Change {
    let place: Place
    let keyPath: AnyKeyPath
    /// Whether it has the value again that it had at first.
    let isUnchanged: () -> Bool
    /// What observations had read of it before it was set.
    let readings: [UInt: UInt]
    /// The reading that has set it first, if nothing else is known to have since; nil where nothing read. A pass isn't notified of its own
    /// changes.
    var writer: DependencyGraph.Reading?
  }

  /// Where it is.
  private struct Place: Hashable {
    let model: Model
    let bit: UInt64

    init(_ node: GraphNode, _ bit: UInt64) {
      (model, self.bit) = (Model(node), bit)
    }
  }

  private struct Model: Hashable {
    /// The node's address.
    let address: UInt
    /// The node's generation. The node belongs to another model once this one has been deallocated.
    let incarnation: UInt32

    init(_ node: GraphNode) {
      (address, incarnation) = (node.address, node.incarnation)
    }

    var node: GraphNode? { GraphNode(at: address) }
  }

  private var changes: [Change] = []
  /// Whether any of them was made by something that reads.
  private var hasWriters = false
  /// Which of them are at a place: mostly one.
  private var indices: [Place: [Int]] = [:]
  private var models: Set<Model> = []
  /// What ``GraphDomain/markerCount`` was when this transaction first changed a model of a domain, by the address of that.
  private var markerCounts: [UInt: UInt] = [:]
  /// What depends on changes by way of derived values.
  private var due = GraphDueList()
  /// How many of these there are at most before they are looked at for those that are in it more than once.
  private var heldLimit = 1024
  /// What the standard library's registrars have reported.
  private var reports: [PassKind: [HeldReport]] = [:]
  let number = ObservationTransaction.lastNumber.add(1, ordering: .relaxed).newValue
  /// Which of those that are open it is.
  private let place = OpenTransactions.all.add()
  /// The number of the latest transaction of any thread.
  private static let lastNumber = Atomic<UInt>(0)

  private init() {}

  /// This thread's transaction, whatever task its code belongs to.
  @inline(__always)
  static var current: ObservationTransaction? {
    // Set by `run` alone, which is still on this thread's stack.
    unsafe ob_transaction_current().map { unsafe Unmanaged<Self>.fromOpaque($0).takeUnretainedValue() }
  }

  static func run<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    if current != nil { return try body() }
    let transaction = ObservationTransaction()
    unsafe ob_transaction_set(Unmanaged.passUnretained(transaction).toOpaque())
    defer {
      ob_transaction_set(nil)
      transaction.deliver()
      OpenTransactions.all.remove(transaction.place)
    }
    return try body()
  }

  /// When observations that depend on derived values are notified of its changes. Asked with their lock: whoever has marked them before has
  /// counted itself.
  var telling: GraphNode.Telling {
    GraphNode.Telling(atTheEndOf: place, number: number, isOnlyOne: OpenTransactions.all.areNone(but: place))
  }

  /// A property is about to be set.
  ///
  /// - Parameters:
  ///   - node: The model.
  ///   - bit: The property.
  ///   - keyPath: The same.
  ///   - isUnchanged: Whether it has its present value again; called at the end.
  func willSet(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath, isUnchanged: () -> () -> Bool) {
    if let index = index(node, bit, keyPath) { return noteWriter(ofChangeAt: index) }
    add(node, bit, keyPath, isUnchanged: isUnchanged)
  }

  /// A property is set once more.
  private func noteWriter(ofChangeAt index: Int) {
    guard hasWriters, changes[index].writer?.id != GraphReading.place?.id else { return }
    changes[index].writer = nil
  }

  /// A property has been set; of a model that nobody has tracked before, this is noted only now.
  func didSet(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath) {
    if index(node, bit, keyPath) == nil { add(node, bit, keyPath) { { false } } }
  }

  /// Whether it has changed a property of this model.
  func hasChanged(_ node: GraphNode) -> Bool {
    models.contains(Model(node))
  }

  /// A model is about to be deallocated. Observers of what has been set are notified all the same.
  func end(_ node: GraphNode) {
    if changes.isEmpty { return }
    var bits = node.interest & GraphInterest.properties
    while bits != 0 {
      let bit = bits & (~bits + 1)
      bits &= ~bit
      for index in indices[Place(node, bit)] ?? [] { mark(changes[index], node, isUnchanged: false, by: nil) }
    }
  }

  private func index(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath) -> Int? {
    indices[Place(node, bit)]?.first { changes[$0].keyPath == keyPath }
  }

  private func add(_ node: GraphNode, _ bit: UInt64, _ keyPath: AnyKeyPath, isUnchanged: () -> () -> Bool) {
    let place = Place(node, bit)
    let writer = GraphReading.place
    if writer != nil { hasWriters = true }
    let isFirst = models.insert(place.model).inserted
    let (readings, isShared) = Graph.beginTransaction(of: node, bit, isFirst: isFirst, by: writer) { domain in
      domain.noteMark(by: number)
      if markerCounts[domain.address] == nil { markerCounts[domain.address] = domain.markerCount }
    }
    // What another transaction has set, and nobody has been notified of, isn't what observations know. What they have read is asked for
    // before the
    // old value is read: another thread may change that in between.
    let isUnchanged = isShared ? { false } : isUnchanged()
    indices[place, default: []].append(changes.count)
    changes.append(
      Change(place: place, keyPath: keyPath, isUnchanged: isUnchanged, readings: readings, writer: writer)
    )
  }

  func hold(_ new: consuming GraphDueList) {
    if due.isEmpty { due = new } else { due.append(new) }
    // Where transactions take turns, each change of one is news to the other's readers.
    if due.count > heldLimit {
      due.keepEachOnce()
      heldLimit = max(heldLimit, 2 * due.count)
    }
  }

  func hold(_ report: HeldReport, _ moment: PassKind) {
    reports[moment, default: []].append(report)
  }

  private func deliver() {
    let areUnchanged = changes.map { Tracking.untracked($0.isUnchanged) }
    let place = GraphReading.place
    var changed: [Model: UInt64] = [:]
    for (change, isUnchanged) in zip(changes, areUnchanged) {
      if !isUnchanged { changed[change.place.model, default: 0] |= change.place.bit }
      if let node = change.place.model.node { mark(change, node, isUnchanged: isUnchanged, by: place) }
    }
    for (change, isUnchanged) in zip(changes, areUnchanged) where isUnchanged {
      unmarkDerivedValues(behind: change, changed: changed[change.place.model] ?? 0)
    }
    for model in models {
      if let node = model.node { Graph.endTransaction(of: node, of: model.incarnation) }
    }
    var observers = due.take()
    let watched = observers.keepObservers()
    if reports.isEmpty {
      // Nothing but derived values tells what has changed.
      EnclosingChange.runOfDerivedValues { ChangeReport(.didSet, nil, by: place).deliver(&observers) }
    } else {
      add(observers, .didSet, nil)
    }
    for moment in [PassKind.willSet, .didSet] { HeldReport.deliver(reports[moment] ?? [], at: moment, by: place) }
    for value in watched { value.owner?.asDerivedValue?.checkForForeignTrackers(isAhead: false) }
  }

  /// Derived values needn't be computed for a change that was taken back.
  private func unmarkDerivedValues(behind change: Change, changed: UInt64) {
    let model = change.place.model
    guard let node = model.node else { return }
    Graph.unmarkDerivedValues(
      of: node,
      change.place.bit,
      of: model.incarnation,
      changed: changed,
      since: change.readings,
      markerCounts
    )
  }

  /// Finds the observers to notify of a change; none, if the node belongs to another model by now.
  private func mark(_ change: Change, _ node: GraphNode, isUnchanged: Bool, by place: DependencyGraph.Reading?) {
    let (bit, incarnation, place) = (change.place.bit, change.place.model.incarnation, change.writer ?? place)
    if isUnchanged {
      // But for those who have read another value in between.
      let due = Graph.markReaders(of: node, bit, of: incarnation, since: change.readings, by: place)
      return add(due, .didSet, change.keyPath, exceptFor: change.writer)
    }
    let before = Graph.readersBefore(node, bit, of: incarnation, by: place)
    add(before, .willSet, change.keyPath, exceptFor: change.writer)
    let after = Graph.markObservers(node, bit, of: incarnation, by: place)
    add(after, .didSet, change.keyPath, exceptFor: change.writer)
  }

  private func add(
    _ due: borrowing GraphDueList,
    _ moment: PassKind,
    _ keyPath: AnyKeyPath?,
    exceptFor writer: DependencyGraph.Reading? = nil
  ) {
    for reader in due.all where reader.isObserver && !(reader.node == writer?.reader && reader.ignoresOwnChanges) {
      hold(HeldReport(to: .reader(reader), of: keyPath), moment)
    }
  }
}

extension GraphDue {
  fileprivate var ignoresOwnChanges: Bool { owner?.asObserver?.ignoresOwnChanges ?? true }
}
