/// Tracking of what a pass reads of any models: those with a registrar of our own, and those with the standard library's.
extension Tracking {
  /// Whether a deallocation would be reported to an observation with these dependencies.
  static func reportsDeallocations(of dependencies: Dependencies?) -> Bool {
    isExact || isStandard || dependencies?.models != nil
  }

  /// Runs `body`, and registers `observer` for what it reads.
  ///
  /// The registrations that `body`'s reads need are in place when this returns; those of `previous` still are, too.
  ///
  /// - Parameters:
  ///   - observer: Hears of changes.
  ///   - previous: The registrations of the pass before.
  ///   - isLegacy: Uses the public backend, though a better one may be available.
  ///   - mayBeTentative: Whether the whole of `body` is all that the observer reads in this pass, and needn't be registered before it returns.
  ///   - body: What to run.
  /// - Returns: The registrations: `previous` where they are the same, nil where nothing was read.
  static func track(
    for observer: some GraphObserver,
    replacing previous: Dependencies?,
    isLegacy: Bool = false,
    mayBeTentative: Bool = false,
    _ body: () -> Void
  ) -> Dependencies? {
    // By itself: a closure that captures both retains both.
    let platformBefore = previous?.platform
    var models = ModelsOf(observer, previous?.models)
    var platform: PlatformDependencies?
    let history: ReadingHistory =
      if !mayBeTentative { .unknown } else if previous?.models != nil { .registrarModels } else { .standardModels }
    GraphReading.run(models.known?.node, orMakeBy: &models) {
      platform = trackPlatform(for: observer, replacing: platformBefore, isLegacy: isLegacy, after: history, body)
    }
    return Dependencies(models.known, platform)
  }

  /// Runs a part of a pass that is being tracked, and registers `observer` at once for what it reads.
  ///
  /// - Parameters:
  ///   - observer: Whose pass it is; the innermost tracked one of this thread.
  ///   - previous: The registrations of the pass before.
  ///   - body: What to run.
  /// - Returns: Registrations to cancel before the pass's own are made; nil where those take their place.
  static func trackPart(
    for observer: some DependencyObserver,
    replacing previous: Dependencies?,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    trackPlatformPart(for: observer, replacing: previous?.platform, body)
  }

  /// What stands for the registrations of the pass before the first one.
  static func noDependencies(of observer: some DependencyObserver) -> Dependencies? {
    Dependencies(nil, noPlatformDependencies(of: observer))
  }

  /// Whether the innermost tracked pass of this thread has read a property, of whatever object, by now.
  ///
  /// Only the exact backend knows; else false.
  static func hasRead(_ keyPath: AnyKeyPath) -> Bool {
    GraphReading.reportsOwnChange || hasReadOnPlatform(keyPath)
  }

  /// Runs `body` so that its reads are nobody's dependencies.
  ///
  /// With the standard and the public backend, what they read of models whose registrar is the standard library's still counts for a
  /// tracking that encloses this call.
  static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try GraphReading.none { () throws(Failure) -> Result in try platformUntracked(body) }
  }
}

/// What reads models of our own for an observer, from when it first reads one.
@safe
private struct ModelsOf<Observer: GraphObserver>: GraphReaderMaker {
  // Kept alive by whoever tracks for it.
  private unowned(unsafe) let observer: Observer
  private(set) var known: GraphOwner?

  init(_ observer: Observer, _ known: GraphOwner?) {
    unsafe self.observer = observer
    self.known = known
  }

  mutating func makeReader() -> GraphNode {
    let new = unsafe observer.makeModelDependencies()
    known = new
    return new.node
  }
}
