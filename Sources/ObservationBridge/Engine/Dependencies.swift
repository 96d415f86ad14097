/// What a pass depends on: models of our own and others. What is true of one need not be true of the other.
struct Dependencies: Sendable {
  /// What it has read of models with a registrar of our own, and of derived values. The same from pass to pass.
  var models: GraphOwner?
  /// What the standard library's registrars know of it.
  var platform: PlatformDependencies?

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

  /// Whether the derived values that the last pass has read were those that the pass before has.
  var haveReadTheSame: Bool {
    models.map { models in Graph.withLock(of: models.node) { $0.hasReadTheSame(models.node) } } ?? true
  }

  /// Whether something may have changed unnoticed while it was read, after a pass with these.
  func showNewReadings(after previous: Dependencies?) -> Bool {
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
