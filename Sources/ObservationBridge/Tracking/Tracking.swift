#if EXACT_TRACKING
  import CObservationRuntime
#endif

/// The seam to the runtime: run this under tracking; tell before and after a dependency changes, and which key path.
///
/// Three backends stand behind it. *Exact* uses what the standard library offers to SwiftUI, on the toolchains it was
/// verified on; *standard* uses `withObservationTracking(options:_:onChange:)`, from Swift 6.4 on; *public* uses
/// `withObservationTracking(_:onChange:)` alone. The first that is available is used, unless `OBSERVATION_BRIDGE_BACKEND` in the
/// environment of a build names another.
package enum Tracking {
  /// Whether reports come before and after a change, with its key path, for as long as a registration lives.
  package static var isExact: Bool {
    #if EXACT_TRACKING
      // A variable that is set once costs a call each time.
      ob_tracking_slot_is_relied_on() || ExactTracking.isAvailable
    #else
      false
    #endif
  }

  /// Whether the standard backend is used: it reports each change once, but after the value is stored, too.
  package static var isStandard: Bool {
    #if STANDARD_TRACKING
      if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) { return true }
    #endif
    return false
  }

  /// Whether somebody else's tracking may collect reads on this thread: one that isn't a pass of this package.
  ///
  /// Where only the standard library can tell, it is asked each time.
  static var mayHaveForeignTracker: Bool {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.hasForeignTracker && !PublicTracking.isInnermost }
    #endif
    return PublicTracking.hasForeignTracker
  }

  /// Whether a tracking on this thread can only be somebody else's, so that a read needn't ask for one.
  static var isOnlyForeign: Bool { !isExact && PublicTracking.isOutside }

  /// Runs `body`, and registers `observer` for what it reads of models whose registrar is the standard library's alone.
  ///
  /// The registrations that `body`'s reads need are in place when this returns; those of `previous` still are, too.
  ///
  /// - Parameters:
  ///   - observer: Hears of changes.
  ///   - previous: The registrations of the pass before.
  ///   - usesPublicBackend: Uses the public backend, though a better one may be available.
  ///   - history: What the observer has read before.
  ///   - body: What to run.
  /// - Returns: The registrations: `previous` where they are the same, nil where nothing was read.
  static func trackPlatform(
    for observer: some DependencyObserver,
    replacing previous: PlatformDependencies?,
    usesPublicBackend: Bool = false,
    after history: ReadingHistory = .unknown,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    #if EXACT_TRACKING
      if !usesPublicBackend, ExactTracking.isAvailable {
        return ExactTracking.track(for: observer, replacing: previous, body)
      }
    #elseif STANDARD_TRACKING
      if !usesPublicBackend, #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.track(for: observer, replacing: previous, body)
      }
    #endif
    return PublicTracking.track(for: observer, replacing: previous, after: history, body)
  }

  /// Whether several readings may be collected one after the other: those of registrar models alone leave nothing with the standard library.
  static var mayCollect: Bool {
    #if EXACT_TRACKING
      // Another collecting type would be needed with a library that the exact backend doesn't know.
      isExact
    #else
      !isStandard
    #endif
  }

  /// Whether the public backend is the only one, and so may track passes tentatively.
  static var mayBeTentative: Bool { !isExact && !isStandard }

  #if EXACT_TRACKING
    typealias Collecting = ExactTracking.Collecting
  #else
    typealias Collecting = PublicTracking.Collecting
  #endif

  /// Runs `body`, which tracks what several passes read one after the other.
  @inline(__always)
  static func collectSeveral<Result>(_ body: (Collecting) -> Result) -> Result {
    #if EXACT_TRACKING
      ExactTracking.collectSeveral(body)
    #else
      body(Collecting())
    #endif
  }

  /// Runs `body` as ``collectSeveral(_:)`` does, inside a tracking. The reads of `body` aren't reads of that tracking.
  static func collectInBetween<Result>(_ body: (Collecting) -> Result) -> Result {
    #if EXACT_TRACKING
      ExactTracking.collectInBetween(body)
    #else
      body(Collecting())
    #endif
  }

  /// Registers the innermost tracked pass of this thread for what it has read up to now.
  ///
  /// Called when a pass begins inside another: what the inner one changes is a change for the outer one, whose own
  /// registration comes only at its end. Only the exact backend has a way to do this.
  static func registerReadsSoFar() {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { ExactTracking.registerReadsSoFar() }
    #endif
  }

  /// The standard library's tracking on this thread has read what these are registrations for, by way of a derived value that is over.
  ///
  /// With the standard and the public backend it has done so by itself: what is read in a tracking inside another counts for both.
  static func readForForeignTrackers(_ dependencies: PlatformDependencies) {
    #if EXACT_TRACKING
      if let dependencies = dependencies as? ExactDependencies {
        ExactTracking.addReadsForForeignTrackers(of: dependencies)
      }
    #endif
  }

  /// Runs a part of a pass that is being tracked, and registers `observer` at once for what it reads.
  ///
  /// - Parameters:
  ///   - observer: Whose pass it is; the innermost tracked one of this thread.
  ///   - previous: The registrations of the pass before.
  ///   - body: What to run.
  /// - Returns: Registrations to cancel before the pass's own are made; nil where those take their place.
  static func trackPlatformPart(
    for observer: some DependencyObserver,
    replacing previous: PlatformDependencies?,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable {
        body()
        ExactTracking.registerReadsSoFar()
        return nil
      }
    #elseif STANDARD_TRACKING
      if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.trackPart(for: observer, replacing: previous, body)
      }
    #endif
    return PublicTracking.trackPart(for: observer, replacing: previous, body)
  }

  /// What stands for the registrations of the pass before the first one.
  static func noPlatformDependencies(of observer: some DependencyObserver) -> PlatformDependencies? {
    #if STANDARD_TRACKING
      if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.noDependencies(of: observer)
      }
    #endif
    return isExact ? nil : PublicTracking.noDependencies(of: observer)
  }

  /// Whether the innermost tracked pass of this thread has read a property, of whatever object, by now.
  ///
  /// Only the exact backend knows; else false.
  static func hasReadOnPlatform(_ keyPath: AnyKeyPath) -> Bool {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.hasRead(keyPath) }
    #endif
    return false
  }

  /// Runs `body` so that what it reads of models whose registrar is the standard library's is nobody's dependency.
  ///
  /// With the standard and the public backend, it still counts for a tracking that encloses this call.
  static func platformUntracked<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return try ExactTracking.untracked(body) }
    #endif
    return try PublicTracking.untracked(body)
  }
}
