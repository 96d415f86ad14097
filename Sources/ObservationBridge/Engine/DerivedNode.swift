import CObservationRuntime

/// A derived value's place in the graph, whatever its type.
///
/// A value is *claimed* by the thread that brings it up to date. Another that needs it meanwhile computes it for itself, keeps
/// nothing, and depends on what it has read for that.
// Unchecked: what changes is guarded by the graph's lock, or belongs to the thread that has claimed it.
@usableFromInline
class DerivedNode: ObserverNode, @unchecked Sendable {
  /// Made when it is needed, and never given up.
  final nonisolated(unsafe) var extras: DerivedExtras?

  /// None for a value that is computed by ``pull()``, or never again.
  @exclusivity(unchecked) private(set) nonisolated(unsafe) var computation: ClosureWords<Computation>

  struct Computation {
    /// Computes the value, and keeps it; returns whether it differs from the one before.
    let computeAndKeep: (DerivedNode) -> Bool

    @inline(__always)
    func callAsFunction(_ value: DerivedNode) -> Bool { computeAndKeep(value) }
  }

  @usableFromInline
  init(_ computeAndKeep: ((DerivedNode) -> Bool)?) {
    // No `map`, which would wrap the closure in another one.
    if let computeAndKeep {
      unsafe computation = ClosureWords(retaining: Computation(computeAndKeep: computeAndKeep))
    } else {
      unsafe computation = .none
    }
    super.init(.derived, needsWillSet: false)
    join()
  }

  deinit {
    if unsafe !computation.isNone { _ = unsafe computation.take() }
  }

  /// Nobody holds the value any more.
  ///
  /// - Parameter probeOfAllProperties: Returns what the standard library's tracking reads in the place of all properties of a model. Called
  ///   with the
  ///   lock.
  /// - Returns: Whether the caller has to have ``forget()`` called: somebody has read it.
  final func end(_ probeOfAllProperties: (GraphNode) -> CancellationProbe) -> Bool {
    let node = node
    let isReadByForeignTrackers = unsafe extras != nil && foreignProbe != nil && Tracking.mayHaveForeignTracker
    if isReadByForeignTrackers { readProbeOfAllProperties(probeOfAllProperties) }
    // Nobody depends on it as long as it hasn't a lock in common with others.
    let (isDetached, isHeld, others) =
      node.domain == nil
      ? (false, false, nil) : Graph.withLock(of: node) { ($0.detached(node), node.isHeld, takeForeignTrackers()) }
    if isReadByForeignTrackers { others?.probe.goLater() } else { others?.tell() }
    if isDetached { return !isHeld }
    retire()
    isOver()
    return false
  }

  override final func isOver() {
    guard let extras = unsafe extras else { return }
    Graph.withLock(of: node) { _ in unsafe extras.platform.take() }?.cancel()
  }

  /// Lets go of all that computes the value, and of the value. It's never read or computed again.
  func forget() {
    let previous = unsafe computation
    unsafe computation = .none
    if !previous.isNone { _ = previous.take() }
  }

  override final var observer: any DependencyObserver { self }

  // MARK: What subclasses know

  /// What it is called where it is read.
  var keyPath: AnyKeyPath? { nil }

  /// What to call it where it is misused.
  var name: String { "The derived value \(title)" }

  /// The name in a list of several derived values, as in the message about a cycle.
  var title: String { "" }

  /// Has the value computed though nobody reads it, by a call of ``bringUpToDate(_:)``. The node has been claimed by this thread.
  ///
  /// - Returns: Whether it has been computed. It isn't if that isn't possible any more, or if this isn't what is read.
  func pull() -> Bool { false }

  // MARK: Reading

  /// Makes sure that the value which has been kept is the current one, and registers whoever reads on this thread.
  ///
  /// - Parameter computeAndKeep: Computes the value, and keeps it, as ``Computation/computeAndKeep`` does.
  /// - Returns: False if another thread is at it, or this one, which a pull has led here: then the caller has to compute a value, by
  ///   ``computeForItself(_:)``.
  @usableFromInline
  final func bringUpToDate(_ computeAndKeep: () -> Bool) -> Bool {
    if unsafe ob_mutation_current() != nil { MutationByHand.markDerivedValues() }
    unsafe GraphReading.current?.pointee.read(node)
    if node.isUpToDate { return true }
    return Self.update(node) { $0.compute(node, &$1, by: computeAndKeep) }
  }

  /// Registers whoever reads on this thread, and tells whether the value that has been kept is the current one, which then has been read.
  ///
  /// Otherwise ``bringUpToDate()`` has to follow.
  // It releases nothing: a loop that reads many values needn't retain each of them.
  @usableFromInline
  @_effects(releasenone)
  final func isReadUpToDate() -> Bool {
    let node = node
    guard let reading = unsafe GraphReading.current else { return Self.mayBeReadAtOnce(node) }
    // Most reads go on where the last reading went on from there.
    if let link = unsafe reading.pointee.readNext(node) {
      let isCurrent = Self.mayBeReadAtOnce(node)
      let versions = link.versions.ofNextReading
      link.versions = isCurrent ? versions.noting(node.version) : versions
      return isCurrent
    }
    return unsafe Self.isReadUpToDateElsewhere(node, reading)
  }

  // By itself: the other reads needn't save registers for its calls.
  @inline(never)
  @_effects(releasenone)
  private static func isReadUpToDateElsewhere(_ node: GraphNode, _ reading: UnsafeMutablePointer<GraphReading>) -> Bool
  {
    unsafe reading.pointee.read(node)
    if !mayBeReadAtOnce(node) { return false }
    unsafe reading.pointee.note(node.version, of: node)
    return true
  }

  @inline(__always)
  static func mayBeReadAtOnce(_ node: GraphNode) -> Bool {
    if !node.isUpToDate || (unsafe ob_mutation_current() != nil) { return false }
    // Of others' readings there is more to note, by which something may be released.
    if let list = unsafe ob_current_list(), unsafe ob_list_may_be_foreign(list) { return false }
    return true
  }

  /// Brings a value up to date that has its own closure and is used by one isolation only, and notes the read.
  @usableFromInline
  final func bringUpToDate() -> Bool {
    let node = node
    if unsafe ob_mutation_current() != nil { MutationByHand.markDerivedValues() }
    unsafe GraphReading.current?.pointee.read(node)
    if !node.isUpToDate, !Self.updateByItself(node) { return false }
    note(node.version)
    return true
  }

  /// Whether the current value differs from the one that had a version, or may differ: then another thread is at it, or it may read what this
  /// one is changing in its place. Nobody depends on it by this.
  final func differs(from version: UInt32) -> Bool {
    if unsafe ob_mutation_current() != nil { MutationByHand.markDerivedValues() }
    if node.isDetached { return !node.isUpToDate || node.version != version }
    if !node.isUpToDate, ob_changes_in_place() || !Self.updateByItself(node) { return true }
    return node.version != version
  }

  /// Brings the value up to date, though nobody reads it. Inside a change in place, which the computation may read, the value is left as it
  /// is.
  final func renew() {
    if !node.isDetached, !ob_changes_in_place(), unsafe ob_mutation_current() == nil { _ = Self.updateByItself(node) }
  }

  /// The value that has been brought up to date has been read.
  @inline(__always)
  final func note(_ version: UInt32) {
    unsafe GraphReading.current?.pointee.note(version, of: node)
    if let list = unsafe ob_current_list(), unsafe ob_list_may_be_foreign(list) { watchForForeignTrackers(version) }
  }

  // Of the node alone: what a closure captures is retained.
  @inline(never)
  private static func updateByItself(_ node: GraphNode) -> Bool {
    // No closure, which couldn't be told to be inlined.
    @inline(__always)
    func compute(_ updates: DerivedUpdates, _ domain: inout GraphDomain) { updates.compute(node, &domain) }
    return update(node, compute)
  }

  /// Brings a value up to date, unless another thread is at it.
  @inline(__always)
  private static func update(_ node: GraphNode, _ compute: (DerivedUpdates, inout GraphDomain) -> Void) -> Bool {
    let isKept = DerivedUpdates.run { updates in
      var domain = Graph.lock(node)
      let claim = claim(node, in: domain, updates)
      guard claim == .mine || claim == .alreadyMine else {
        domain.unlock()
        if claim == .cycle, !DerivedPull.permitsRead(of: node, updates.claims) { updates.failForCycle(of: node) }
        return claim == .unnecessary
      }
      if claim == .alreadyMine || node.isKnownToHaveChanged || updates.hasChanged(node, &domain) {
        compute(updates, &domain)
      }
      let remains = claim == .mine ? updates.endLastClaim(of: node, in: domain) : nil
      domain.unlock()
      updates.end(remains)
      return true
    }
    if node.kind.mayBeUnsettled { unsafe GraphReading.current?.pointee.inheritUnsettled(from: node) }
    return isKept
  }

  /// What the thread finds that needs a value.
  private enum Claim {
    /// It has claimed it now.
    case mine
    /// It has done so before, to look at what it depends on.
    case alreadyMine
    /// Another thread has.
    case others
    /// Another thread has brought it up to date.
    case unnecessary
    /// This thread computes it: what it depends on depends on it, unless a pull has led here.
    case cycle
  }

  @inline(__always)
  private static func claim(_ node: GraphNode, in domain: GraphDomain, _ updates: DerivedUpdates) -> Claim {
    let kind = node.kind
    if !kind.isHeld, kind.isUpToDate { return .unnecessary }
    if updates.claim(node, kind, in: domain) { return .mine }
    guard updates.claims.contain(node) else { return .others }
    return node.isRunning ? .cycle : .alreadyMine
  }

  /// What is left of a value that has been brought up to date. Called with the lock.
  @inline(never)
  final func remains(in domain: GraphDomain) -> DerivedRemains? {
    let read = unsafe extras?.foreignVersion
    // Inside a transaction, others wait until it's over: it has deferred their notification. That isn't so of those who have computed the
    // value for themselves meanwhile.
    let mayTell = ObservationTransaction.current == nil || read == GraphNode.noVersion
    let others = mayTell && read != nil && read != node.version ? takeForeignTrackers() : nil
    let owner = unsafe DependencyGraph(domain: domain).takeRetiredOwner(of: node)
    return unsafe DerivedRemains(owner, others, node.isDetached ? self : nil)
  }

  /// Runs what computes the value, where another thread brings it up to date.
  ///
  /// Whoever reads on this thread depends on all that is read: the other thread may have read it earlier, or not yet.
  @usableFromInline
  final func computeForItself<Result, Failure: Error>(
    _ compute: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer {
      if let list = unsafe ob_current_list(), unsafe ob_list_may_be_foreign(list) { watchClaimForForeignTrackers() }
    }
    ob_count_own_computation()
    return try DerivedPull.whileComputing(node) { () throws(Failure) -> Result in
      try CurrentComputation.runForItself(of: self, compute)
    }
  }

  /// Lets go of a value inside a computation. Code that runs meanwhile isn't part of the computation.
  @inlinable
  @inline(__always)
  static func release<Value>(_ value: consuming Value) {
    if _isPOD(Value.self) { return }
    var value: Value? = consume value
    leave { value = nil }
    _ = value
  }

  @usableFromInline
  @inline(never)
  static func leave(_ body: () -> Void) {
    CurrentComputation.leave {
      DerivedPull.run { Tracking.untracked(body) }
    }
  }

  /// The computation that is under way on this thread, by its number; 0 where there is none.
  static var currentComputation: UInt {
    unsafe CurrentComputation.value == nil ? 0 : CurrentComputation.place.number
  }

  /// Whether a computation that is under way on this thread, and whose result isn't kept, has made a model.
  static func hasMadeForItself(_ model: GraphNode) -> Bool {
    let number = CurrentComputation.ownNumber
    return number != 0 && model.computation == number
  }

  /// Whether this thread computes a derived value, which may change a model all the same: it has made that, and nobody else reads it. Then
  /// nobody has to be notified. Fails where it must not.
  @inline(__always)
  static func mayChange(_ model: GraphNode) -> Bool {
    unsafe CurrentComputation.value == nil ? false : computationMayChange(model)
  }

  @inline(never)
  private static func computationMayChange(_ model: GraphNode) -> Bool {
    let computation = CurrentComputation.place
    if model.computation == computation.number, Graph.isRead(model, byNoneBut: computation.reader) { return true }
    checkThatNoneIsComputed()
    return false
  }

  /// Fails where this thread computes a derived value that must not write a property of a model, whether or not something depends on the
  /// property.
  ///
  /// - Parameter address: That of the model's node; 0 where it has none, and so hasn't been made by a computation.
  /// - Returns: True.
  @usableFromInline
  static func mayWrite(_ address: UInt) -> Bool {
    guard unsafe CurrentComputation.value != nil else { return true }
    if let model = GraphNode(at: address) { return mayChange(model) }
    checkThatNoneIsComputed()
    return true
  }

  /// A write is about to be made, or has been reported: fails where this thread computes a derived value.
  static func checkThatNoneIsComputed() {
    guard let computation = unsafe CurrentComputation.value else { return }
    // Derived values alone are computed, by code that is still on this thread's stack.
    let node = unsafe Unmanaged<DerivedNode>.fromOpaque(computation).takeUnretainedValue()
    // Its message is printed by release builds, too.
    fatalError(
      "\(node.name) changes a model while it's computed. Make the change where the value is used."
    )
  }

  // MARK: Models of the standard library

  /// What its registrars know of what was read. Asked with the lock.
  final var platform: PlatformDependencies? { unsafe extras?.platform }

  /// The registrations with the standard library, asked for without the lock.
  final var knownPlatform: PlatformDependencies? { Graph.withLock(of: node) { _ in unsafe extras?.platform } }

  /// Called by the thread that has claimed the value, without the lock.
  final func setPlatform(_ new: PlatformDependencies?) {
    let (extras, node) = (knownOrNewExtras, node)
    let (previous, isOver) = Graph.withLock(of: node) { _ in
      // It may have ended while it was computed: then nobody else would cancel these.
      let isOver = node.isRetired
      // Others report to the new registrations, which may not be for the property that is about to change: see `beginChange(behind:)`.
      if Tracking.isExact || Tracking.isStandard, unsafe extras.platform !== new { node.isUnsettled = false }
      defer { unsafe extras.platform = isOver ? nil : new }
      return unsafe (extras.platform, isOver)
    }
    let isReplaced = previous !== new
    if !isReplaced, !isOver { return }
    // The standard library may tell others of that, who may read this value: it is still claimed, but not being computed any more.
    CurrentComputation.leave {
      DerivedPull.run {
        if isReplaced { previous?.cancel() }
        if isOver { new?.cancel() }
      }
    }
  }

  final var knownOrNewExtras: DerivedExtras {
    let node = node
    if let known = Graph.withLock(of: node, { _ in unsafe extras }) { return known }
    let new = DerivedExtras()
    return Graph.withLock(of: node) { _ in
      if let known = unsafe extras { return known }
      unsafe extras = new
      return new
    }
  }
}
