/// What a pass depends on: models of our own and others. What is true of one need not be true of the other.
struct Dependencies: Sendable {
  /// What it has read of models with a registrar of our own, and of derived values. The same from pass to pass.
  var models: GraphOwner?
  /// What the standard library's registrars know of it.
  var platform: PlatformDependencies?
  /// Whether another thread may have changed a derived value unnoticed, after the pass had changed it: see ``renewValuesChangedByPass()``.
  private var mayHaveMissedChange = false

  /// Nil where there are none.
  init?(_ models: GraphOwner?, _ platform: PlatformDependencies?) {
    if models == nil, platform == nil { return nil }
    self.models = models
    self.platform = platform
  }

  /// Removes the registrations. Called outside locks; any number of times.
  func cancel() {
    models?.retire()
    platform?.cancel()
  }

  /// The registrations that `new` has no use for.
  func replaced(by new: Dependencies?) -> Dependencies? {
    Dependencies(models === new?.models ? nil : models, platform === new?.platform ? nil : platform)
  }

  /// Whether anything has changed, where derived values decide. Computes them; called on the observation's isolation.
  func haveChanged() -> Bool {
    models.map { models in DerivedUpdates.run { $0.hasChanged(models.node) } } ?? true
  }

  /// Computes the derived values that the pass which is about to end has read, and then changed what they depend on.
  ///
  /// Nothing else computes them, because the pass isn't notified of its own changes. Their dependencies may have changed, too: the pass has to
  /// be notified of changes to the new ones.
  ///
  /// With the standard and the public backend, a value is also registered again by that. What another thread changes just before isn't
  /// reported to anybody. Say the pass has found `tank.isOverfull` true and has set `tank.level` to 0, and a thread then sets it to 9. If the
  /// value is true once more, it can't be told whether the pass has left it so; with `.confirming`, another pass finds out.
  mutating func renewValuesChangedByPass() {
    mayHaveMissedChange = false
    guard let node = models?.node, node.hasChangedItsValues else { return }
    let values = Graph.withLock(of: node) { $0.markedValues(readBy: node) }
    CurrentPass.leave {
      Tracking.untracked {
        for value in values.compactMap(\.asDerivedValue) { value.renew() }
      }
    }
    let isOneUnchanged = Graph.withLock(of: node) { $0.noteValuesRenewed(for: node) }
    if !isOneUnchanged || Tracking.isExact { return }
    let valuesBehind = Graph.withLock(of: node) { $0.derivedValues(behind: node) }
    mayHaveMissedChange = valuesBehind.contains { $0.asDerivedValue?.knownPlatform != nil }
  }

  /// Whether the derived values that the last pass has read were those that the pass before has.
  var haveReadTheSame: Bool {
    models.map { models in Graph.withLock(of: models.node) { $0.hasReadTheSame(models.node) } } ?? true
  }

  /// Whether the last pass has surely read another version of a derived value than the pass before. Both this and ``haveReadTheSame`` are false
  /// if another thread has changed what a value depends on while it was read.
  var haveReadOtherValues: Bool {
    models.map { models in Graph.withLock(of: models.node) { $0.hasReadOtherVersions(models.node) } } ?? false
  }

  /// Whether something may have changed unnoticed while it was read, after a pass with these.
  func showNewReadings(after previous: Dependencies?) -> Bool {
    if mayHaveMissedChange { return true }
    guard let platform, platform !== previous?.platform else { return false }
    return previous?.platform == nil || platform.showNewReadings
  }

  /// The registrar of the one object they are for, known by its identity; nil if there are more, or it isn't known.
  var onlyObject: ObjectIdentifier? {
    models == nil ? platform?.onlyObject : nil
  }

  /// Whether these are permanent, and this is the one property they are for.
  func isOnly(_ keyPath: AnyKeyPath) -> Bool {
    models == nil && platform?.isOnly(keyPath) == true
  }
}
