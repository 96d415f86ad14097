import CObservationRuntime

/// A derived value in the graph, whatever its type. The thread that brings a value up to date has *claimed* it. Another
/// thread that needs the value meanwhile computes it without caching the result, and depends on the sources of this
/// computation.
// Unchecked: mutable fields are guarded by the graph's lock, or belong to the thread that has claimed the value.
@usableFromInline
class DerivedNode: ObserverNode, @unchecked Sendable {
  /// The rarely used fields: registrations with standard models, and foreign trackers.
  // Unchecked: guarded by the graph's lock.
  final class Extras: @unchecked Sendable {
    var platform: PlatformDependencies?
    /// The probe that foreign trackers read instead of the value, and the version that they have read.
    var foreign: (probe: WatchedProbe, version: UInt32)?
  }

  /// Made when it's needed, and kept from then on.
  final var extras: Extras?

  /// `none` for a value that ``recompute()`` computes, and for a value that is never computed again.
  private(set) var computation: ClosureWords<Computation>

  struct Computation {
    /// Computes the value, and keeps it. Returns whether the value differs from the previous one.
    let computeAndKeep: (DerivedNode) -> Bool
  }

  @usableFromInline
  init(_ computeAndKeep: ((DerivedNode) -> Bool)?) {
    // Without `map`, which would wrap the closure in another one.
    if let computeAndKeep {
      computation = ClosureWords(retaining: Computation(computeAndKeep: computeAndKeep))
    } else {
      computation = .none
    }
    super.init()
    makeNode(.derived)
  }

  /// Called when the holder of the value is deallocated: its `DerivedValue` or its model. Foreign trackers then read
  /// the probes of all properties of the models, returned with the lock. Returns whether a reader still depends on the
  /// value, so that the caller has to call ``forget()``.
  final func end(_ probeOfAllProperties: (GraphNode) -> CancellationProbe) -> Bool {
    let node = node
    let isReadByForeignTrackers = extras != nil && foreignProbe != nil && Tracking.mayHaveForeignTracker
    if isReadByForeignTrackers { readProbeOfAllProperties(probeOfAllProperties) }
    // A node without a domain has no readers.
    let (isDetached, isHeld, others) =
      node.domain == nil
      ? (false, false, nil) : Graph.withLock(of: node) { ($0.detached(node), node[.isHeld], takeForeignTrackers()) }
    if isReadByForeignTrackers { others?.probe.endWithoutChange() } else { others?.notify() }
    if isDetached { return !isHeld }
    node.retire()
    didRetire()
    return false
  }

  override final func didRetire() {
    guard let extras = extras else { return }
    Graph.withLock(of: node) { _ in extras.platform.take() }?.cancel()
  }

  /// Releases the closure and the kept value. The value is never read or computed again.
  func forget() {
    exchange(&computation, with: .none).release()
  }

  // MARK: Overridden by subclasses

  /// The key path of the property that reads the value.
  var keyPath: AnyKeyPath? { nil }

  /// The name for error messages.
  var name: String { "The derived value \(title)" }

  /// The name in a list of several derived values, as in the message about a cycle.
  var title: String { "" }

  /// Brings the value up to date outside a read, by calling ``bringUpToDate(_:)``. This thread has claimed the node.
  /// Returns false if the model has been deallocated, or if the property's getter isn't the one of this value.
  func recompute() -> Bool { false }

  // MARK: Reading

  /// Brings the kept value up to date, and adds it to the dependencies of this thread's innermost reader. Returns false
  /// if another thread has claimed the value, or if this thread is computing it and has come here by a pull. Then the
  /// caller has to compute a value with ``computeForItself(_:)``.
  @usableFromInline
  final func bringUpToDate(_ computeAndKeep: () -> Bool) -> Bool {
    if MutationByHand.isRunning { MutationByHand.markDerivedValues() }
    GraphReading.current?.value.read(node)
    if node.isUpToDate { return true }
    return Self.update(node) { $0.compute(node, &$1, by: computeAndKeep) }
  }

  /// Adds the value to the dependencies of this thread's innermost reader, and returns whether the kept value is
  /// current. If it is, its version is noted, too. If not, the caller has to call ``bringUpToDate()``. Releases
  /// nothing, so a loop that reads many values needn't retain each of them.
  @usableFromInline
  @_effects(releasenone)
  final func isReadUpToDate() -> Bool {
    let node = node
    guard let reading = GraphReading.current else { return Self.mayBeReadAtOnce(node) }
    // Most readings follow the order of the previous one.
    if let link = reading.value.readNext(node) {
      let isCurrent = Self.mayBeReadAtOnce(node)
      let versions = link.versions.ofNextReading
      link.versions = isCurrent ? versions.noting(node.version) : versions
      return isCurrent
    }
    return Self.isReadUpToDateElsewhere(node, reading)
  }

  // Not inlined: the fast path needn't save registers for these calls.
  @inline(never)
  @_effects(releasenone)
  private static func isReadUpToDateElsewhere(_ node: GraphNode, _ reading: StackReference<GraphReading>) -> Bool {
    reading.value.read(node)
    if !mayBeReadAtOnce(node) { return false }
    reading.value.note(node.version, of: node)
    return true
  }

  @inline(__always)
  static func mayBeReadAtOnce(_ node: GraphNode) -> Bool {
    if !node.isUpToDate || MutationByHand.isRunning { return false }
    // Reads by foreign trackers need more work, which may release objects.
    return !ob_may_have_foreign_list() || !Tracking.mayHaveForeignTracker
  }

  /// Brings a value with its own closure, used on one isolation only, up to date, and notes the read.
  @usableFromInline
  final func bringUpToDate() -> Bool {
    let node = node
    if MutationByHand.isRunning { MutationByHand.markDerivedValues() }
    GraphReading.current?.value.read(node)
    if !node.isUpToDate, !Self.updateByItself(node) { return false }
    note(node.version)
    return true
  }

  /// Whether the current value differs from the one with this version, or may differ. It may differ if another thread
  /// has claimed the value, or if the computation could read a property that this thread is changing in place. Adds no
  /// dependency.
  final func differs(from version: UInt32) -> Bool {
    if MutationByHand.isRunning { MutationByHand.markDerivedValues() }
    if node[.isDetached] { return !node.isUpToDate || node.version != version }
    if !node.isUpToDate, ob_changes_in_place() || !Self.updateByItself(node) { return true }
    return node.version != version
  }

  /// Brings the value up to date outside a read. Not during a change in place: the computation may read the property.
  final func renew() {
    if !node[.isDetached], !ob_changes_in_place(), !MutationByHand.isRunning {
      _ = Self.updateByItself(node)
    }
  }

  /// Notes that this thread's innermost reader has read this version of the value.
  @inline(__always)
  final func note(_ version: UInt32) {
    GraphReading.current?.value.note(version, of: node)
    if ob_may_have_foreign_list() { watchForForeignTrackers(version) }
  }

  // Takes the node only: an object captured by a closure would be retained.
  @inline(never)
  private static func updateByItself(_ node: GraphNode) -> Bool {
    // Not a closure, which can't be marked for inlining.
    @inline(__always)
    func compute(_ updates: DerivedUpdates, _ domain: inout GraphDomain) { updates.compute(node, &domain) }
    return update(node, compute)
  }

  /// Brings a value up to date, unless another thread has claimed it.
  @inline(__always)
  private static func update(_ node: GraphNode, _ compute: (DerivedUpdates, inout GraphDomain) -> Void) -> Bool {
    let isKept = DerivedUpdates.run { updates in
      var domain = Graph.lock(node)
      let flags = node.flags
      if !flags.contains(.isHeld), flags.isUpToDate {
        domain.unlock()
        return true
      }
      // If this thread had claimed the value before, to check its dependencies, it has changed.
      let isNew = updates.claim(node, flags, in: domain)
      if !isNew, flags.contains(.isRunning) || !DerivedClaim.isOfThread(node) {
        domain.unlock()
        // If this thread is computing the value, the value depends on itself, unless a pull has led here.
        if flags.contains(.isRunning), DerivedClaim.isOfThread(node), !DerivedRecomputation.permitsRead(of: node) {
          updates.failForCycle(of: node)
        }
        return false
      }
      if !isNew || node.isKnownToHaveChanged || updates.hasChanged(node, &domain) { compute(updates, &domain) }
      let cleanup = isNew ? updates.endLastClaim(of: node, in: domain) : nil
      domain.unlock()
      updates.end(cleanup)
      return true
    }
    if node.flags.mayBeUnsettled { GraphReading.current?.value.inheritUnsettled(from: node) }
    return isKept
  }

  /// The work left after a claim, to be done without the lock. Called with the lock.
  @inline(never)
  final func cleanup(in domain: GraphDomain) -> DerivedCleanup? {
    let read = extras?.foreign?.version
    // During a transaction, foreign trackers are notified at its end. Exception: trackers with an uncached result,
    // computed during the claim of another thread. The transaction doesn't know of them.
    let mayTell = ObservationTransaction.current == nil || read == GraphNode.noVersion
    let others = mayTell && read != nil && read != node.version ? takeForeignTrackers() : nil
    let owner = unsafe DependencyGraph(domain: domain).takeRetiredOwner(of: node)
    return unsafe DerivedCleanup(owner, others, node[.isDetached] ? self : nil)
  }

  /// Runs the closure of a value claimed by another thread, without caching the result. This thread's innermost
  /// reader depends on all sources of the computation: the other thread may have read them earlier, or not yet.
  @usableFromInline
  final func computeForItself<Result, Failure: Error>(
    _ compute: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer {
      if ob_may_have_foreign_list() { watchClaimForForeignTrackers() }
    }
    threadContext.own_computation_count += 1
    return try DerivedRecomputation.whileComputing(node) { () throws(Failure) -> Result in
      try CurrentComputation.runForItself(of: self, compute)
    }
  }

  /// Releases a value inside a computation. A `deinit` that runs meanwhile isn't part of the computation.
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
      DerivedRecomputation.run { Tracking.untracked(body) }
    }
  }

  /// Whether the current computation of this thread may change a model: it has created the model, and the model has no
  /// other readers. Then there are no observers to notify. Fails for any other change inside a computation; returns
  /// false outside of computations.
  @inline(__always)
  static func mayChange(_ model: GraphNode) -> Bool {
    CurrentComputation.isRunning && computationMayChange(model)
  }

  @inline(never)
  private static func computationMayChange(_ model: GraphNode) -> Bool {
    let computation = CurrentComputation.place
    if model.computation == computation.number, Graph.isRead(model, byNoneBut: computation.reader) { return true }
    requireNoComputation()
    return false
  }

  /// Fails if the current computation of this thread must not write a property of the model with the node at `address`,
  /// whether or not the property has readers; returns true. No computation has created a model without a node.
  @usableFromInline
  static func mayWrite(_ address: UInt) -> Bool {
    guard CurrentComputation.isRunning else { return true }
    if let model = GraphNode(at: address) { return mayChange(model) }
    requireNoComputation()
    return true
  }

  /// Fails if this thread is computing a derived value. Called before a write, or after a report.
  static func requireNoComputation() {
    guard let node = CurrentComputation.value else { return }
    // Release builds print the message of `fatalError`, too.
    fatalError(
      "\(node.name) changes a model while it's computed. Make the change where the value is used."
    )
  }

  // MARK: Changes

  // Each value that reads a property is notified of a change individually. If the values notified later counted as up
  // to date until then, code that runs inside the change would read old values beside new ones. The public backend
  // reports only before the change, which serves the same purpose.
  override final var options: ObservationOptions {
    Tracking.isExact || Tracking.isStandard ? [.willSet, .didSet] : .didSet
  }

  // Reports aren't deferred to the end of a transaction: code inside reads the new state.
  override final func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if moment == .deinit { return }
    Self.requireNoComputation()
    if moment == .willSet {
      // A registration replaced inside this very change may still report the beginning of the change, but not its end.
      return Graph.withLock(of: node) { graph in
        if platform != nil { graph.beginChange(behind: node) }
      }
    }
    // The public backend reports values before they are stored; a recheck reports them again afterwards.
    let isUnsettled = !mayRunNow && !Tracking.isStandard
    // A pass now would read the old state and no longer depend on this value, so it must be notified after the store.
    if isUnsettled, node[.isDetached] { return knownPlatform?.scheduleRecheck() ?? () }
    let timing = isUnsettled ? ChangeReport.Timing.beforeStore : .afterStore
    mark(timing, inside: keyPath(), ObservationTransaction.current?.propagation ?? .atOnce)
  }

  override final func receiveRecheck() {
    mark(.recheck, inside: nil, .onceMore)
  }

  private func mark(_ timing: ChangeReport.Timing, inside keyPath: AnyKeyPath?, _ propagation: GraphNode.Propagation) {
    let (node, place) = (node, GraphReading.place)
    var due = GraphDueList()
    Graph.withLock(of: node) { graph in
      node[.isUnsettled] = timing == .beforeStore
      graph.markDirty(node, by: place, propagation, into: &due)
    }
    EnclosingChange.run(of: keyPath) {
      ChangeReport(moment: .didSet, keyPath: nil, timing: timing).deliver(&due)
    }
  }

  override final var foreignProbe: CancellationProbe? {
    Graph.withLock(of: node) { _ in extras?.foreign?.probe.probe }
  }

  // MARK: Standard models

  /// The registrations with standard models. Called with the lock.
  final var platform: PlatformDependencies? { extras?.platform }

  /// The registrations with standard models. Called without the lock.
  final var knownPlatform: PlatformDependencies? { Graph.withLock(of: node) { _ in extras?.platform } }

  /// Called without the lock by the thread that has claimed the value.
  final func setPlatform(_ new: PlatformDependencies?) {
    let node = node
    let (previous, isOver) = Graph.withLock(of: node) { _ in
      let extras = extrasOrNew
      // If the value was retired during the computation, its registrations must be cancelled here.
      let isOver = node[.isRetired]
      // Changes are reported to the new registrations, which may not include the property that is about to change. Then
      // its `didSet` would never clear the flag: see `beginChange(behind:)`.
      if Tracking.isExact || Tracking.isStandard, extras.platform !== new { node[.isUnsettled] = false }
      defer { extras.platform = isOver ? nil : new }
      return (extras.platform, isOver)
    }
    let isReplaced = previous !== new
    if !isReplaced, !isOver { return }
    // Cancelling may notify foreign trackers, which may read this value: still claimed, but no longer being computed.
    CurrentComputation.leave {
      DerivedRecomputation.run {
        if isReplaced { previous?.cancel() }
        if isOver { new?.cancel() }
      }
    }
  }

  /// Called with the lock.
  final var extrasOrNew: Extras {
    if let known = extras { return known }
    let new = Extras()
    extras = new
    return new
  }
}

extension GraphOwner {
  var asDerivedValue: DerivedNode? {
    // A node's role determines the class of its owner.
    node.role == .derived ? unsafe unsafeDowncast(self, to: DerivedNode.self) : nil
  }
}
