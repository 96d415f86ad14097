/// The dependencies of an observation: on registrar models, and on standard models. Each kind follows its own rules.
struct Dependencies: Sendable {
  /// The observation's node, if it depends on registrar models and derived values. It stays the same from pass to pass,
  /// and is valid as long as the observation, which holds these dependencies.
  var node: GraphNode?
  /// The registrations with standard models.
  var platform: PlatformDependencies?
  /// Whether another thread may have changed a derived value without a report: see ``renewValuesChangedByPass()``.
  private var mayHaveMissedChange = false

  /// Nil if both are nil.
  init?(_ node: GraphNode?, _ platform: PlatformDependencies?) {
    if node == nil, platform == nil { return nil }
    self.node = node
    self.platform = platform
  }

  /// Removes the registrations. Called without a lock, any number of times.
  func cancel() {
    node?.retire()
    platform?.cancel()
  }

  /// The registrations that `new` doesn't include.
  func replaced(by new: Dependencies?) -> Dependencies? {
    Dependencies(node == new?.node ? nil : node, platform === new?.platform ? nil : platform)
  }

  /// Whether a dependency has changed, if derived values decide. Computes them; called on the observation's isolation.
  func haveChanged() -> Bool {
    node.map { node in DerivedUpdates.run { $0.hasChanged(node) } } ?? true
  }

  /// Computes the derived values read by the pass, and behind which it has then changed a property. Called at the
  /// end of the pass.
  ///
  /// Nothing else computes them, because the pass isn't notified of its own changes. Their dependencies may have
  /// changed, too: the pass has to be notified of changes to the new ones.
  ///
  /// With the standard and the public backend, the computation also registers the value again. A change of another
  /// thread just before is reported to no observer. Say the pass has found `tank.isOverfull` true and has set
  /// `tank.level` to 0, and a thread then sets it to 9. If the value is true once more, it can't be told whether the
  /// pass has left it so; with `.confirming`, another pass finds out.
  mutating func renewValuesChangedByPass() {
    mayHaveMissedChange = false
    guard let node, node[.hasChangedItsValues] else { return }
    let values = Graph.withLock(of: node) { $0.markedValues(readBy: node) }
    CurrentPass.leave {
      Tracking.untracked {
        for value in values.compactMap(\.asDerivedValue) { value.renew() }
      }
    }
    let isOneUnchanged = Graph.withLock(of: node) { $0.noteValuesRenewed(for: node) }
    if !isOneUnchanged || Tracking.isExact { return }
    var visited: Set<UInt> = []
    Graph.withLock(of: node) { graph in
      graph.walkDerivedValues(behind: node) { value in
        guard let owner = value.activeOwner, visited.insert(value.address).inserted else { return false }
        if owner.asDerivedValue?.platform != nil { mayHaveMissedChange = true }
        return true
      }
    }
  }

  /// Whether the last two passes have read the same versions of all derived values.
  var haveReadTheSame: Bool { allVersions { $0.areTheSame } }

  /// Whether the last two passes have read the same versions of all derived values, for an observation whose passes only
  /// read. Unlike ``haveReadTheSame``, this is also true if another thread has marked a value during the pass.
  var haveReadEqualVersions: Bool { allVersions { $0.areEqual } }

  /// Whether the last pass has surely read another version of a derived value than the pass before. Both this property
  /// and ``haveReadTheSame`` are false if another thread has changed a source while the value was computed.
  var haveReadOtherValues: Bool { !allVersions { !$0.areKnownToDiffer } }

  /// Whether `isWanted` is true for all versions that the last two passes have read of derived values.
  private func allVersions(_ isWanted: (GraphLink.Versions) -> Bool) -> Bool {
    guard let node else { return true }
    return Graph.withLock(of: node) { _ in
      node.dependencies.allSatisfy { $0.derivedSource == nil || isWanted($0.versions) }
    }
  }

  /// Whether a property may have changed without a report during a pass that began with these previous dependencies.
  func showNewReadings(after previous: Dependencies?) -> Bool {
    if mayHaveMissedChange { return true }
    return platform?.showNewReadings(after: previous?.platform) == true
  }

  /// The registrar, if known, of the one standard model whose properties are all dependencies; otherwise nil.
  var onlyObject: ObjectIdentifier? {
    node == nil ? platform?.onlyObject : nil
  }
}
