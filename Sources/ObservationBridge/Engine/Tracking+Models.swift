/// Tracking of registrar models and standard models together.
extension Tracking {
  /// Whether the deallocation of a model would be reported to an observation with these dependencies.
  static func reportsDeallocations(of dependencies: Dependencies?) -> Bool {
    isExact || isStandard || dependencies?.models != nil
  }

  /// Runs `body`, and registers `observer` for its reads.
  ///
  /// The registrations are complete when this method returns. The registrations in `previous` still exist, too.
  ///
  /// - Parameters:
  ///   - observer: The observer to notify of changes.
  ///   - previous: The registrations of the previous pass.
  ///   - usesPublicBackend: Whether to use the public backend, though a better one may be available.
  ///   - mayBeTentative: Whether `body` is the whole pass, and needn't be registered before it returns.
  ///   - body: What to run.
  /// - Returns: The registrations: `previous` if they are unchanged, nil if nothing was read.
  static func track(
    for observer: some GraphObserver,
    replacing previous: Dependencies?,
    usesPublicBackend: Bool = false,
    mayBeTentative: Bool = false,
    _ body: () -> Void
  ) -> Dependencies? {
    // Captured separately: a closure that captures the whole of `previous` retains both of its parts.
    let platformBefore = previous?.platform
    var models = ModelsOf(observer, previous?.models)
    var platform: PlatformDependencies?
    let history = mayBeTentative ? ReadingHistory(of: observer, previous) : .unknown
    GraphReading.run(models.known?.node, orMakeBy: &models) {
      platform = trackPlatform(
        for: observer,
        replacing: platformBefore,
        usesPublicBackend: usesPublicBackend,
        after: history,
        body
      )
    }
    return Dependencies(models.known, platform)
  }

  /// Runs a part of a pass that is being tracked, and registers `observer` at once for its reads.
  ///
  /// - Parameters:
  ///   - observer: The observer of the pass, which is the innermost tracked pass of this thread.
  ///   - previous: The registrations of the previous pass.
  ///   - body: What to run.
  /// - Returns: Registrations to cancel before the registrations of the whole pass are made; nil if the latter replace
  ///   them.
  static func trackPart(
    for observer: some DependencyObserver,
    replacing previous: Dependencies?,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    trackPlatformPart(for: observer, replacing: previous?.platform, body)
  }

  /// The dependencies of an observation before its first pass.
  static func noDependencies(of observer: some DependencyObserver) -> Dependencies? {
    Dependencies(nil, noPlatformDependencies(of: observer))
  }

  /// Whether the innermost tracked pass of this thread has read a property, of any object, so far.
  ///
  /// Only the exact backend knows; other backends return false.
  static func hasRead(_ keyPath: AnyKeyPath) -> Bool {
    GraphReading.reportsOwnChange || hasReadOnPlatform(keyPath)
  }

  /// Runs `body` without tracking its reads for this package.
  ///
  /// With the standard and the public backend, reads of standard models still count for a tracking that encloses this
  /// call.
  static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    try GraphReading.none { () throws(Failure) -> Result in try platformUntracked(body) }
  }
}

extension ReadingHistory {
  fileprivate init(of observer: some DependencyObserver, _ previous: Dependencies?) {
    if previous?.models != nil {
      self = .registrarModels
    } else if previous == nil, !observer.options.contains(.confirming) {
      self = .none
    } else {
      // With `.confirming`, the first reading is repeated without a change. Its registration has to be ended then.
      self = .unknown
    }
  }
}

/// Makes the owner of an observer's node, when the observer first reads a registrar model.
@safe
private struct ModelsOf<Observer: GraphObserver>: GraphReaderMaker {
  // Kept alive by the caller of `track`.
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
