#if EXACT_TRACKING
  import CObservationRuntime
#endif

/// The interface to the standard library's tracking: runs code under tracking, and reports each change of a dependency,
/// with the key path if it's known.
///
/// There are three backends. *Exact* uses what the standard library offers to SwiftUI, on the toolchains that were
/// verified. *Standard* uses `withObservationTracking(options:_:onChange:)`, from Swift 6.4 on. *Public* uses
/// `withObservationTracking(_:onChange:)` alone. The first available backend is used, unless
/// `OBSERVATION_BRIDGE_BACKEND` in the environment of a build names another.
package enum Tracking {
  /// Whether a registration reports before and after each change, with the key path, until the cancellation.
  package static var isExact: Bool {
    #if EXACT_TRACKING
      // A global variable would cost a call each time.
      ob_tracking_slot_is_relied_on() || ExactTracking.isAvailable
    #else
      false
    #endif
  }

  /// Whether the standard backend is used: it reports each change once, before and after the store.
  package static var isStandard: Bool {
    #if STANDARD_TRACKING
      if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) { return true }
    #endif
    return false
  }

  /// Whether a foreign tracker may collect reads on this thread. Asked each time if only the standard library knows.
  static var mayHaveForeignTracker: Bool {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.hasForeignTracker && !PublicTracking.isInnermost }
    #endif
    return PublicTracking.hasForeignTracker
  }

  /// Whether all trackings on this thread are foreign, so that a read needn't ask.
  static var isOnlyForeign: Bool { !isExact && PublicTracking.isOutside }

  /// Runs `body`, and registers `observer` for the standard models read. The registrations of all reads are in
  /// place when this method returns. The registrations in `previous` still exist, too, and are returned if they are
  /// unchanged. The result is nil if no standard model was read.
  static func trackPlatform(
    for observer: ObserverNode,
    replacing previous: PlatformDependencies?,
    usesPublicBackend: Bool = false,
    after history: ReadingHistory = .unknown,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    #if EXACT_TRACKING
      if !usesPublicBackend, ExactTracking.isAvailable {
        return withExtendedLifetime(observer) {
          unsafe ExactTracking.track(for: .passUnretained(observer), replacing: previous, body)
        }
      }
    #elseif STANDARD_TRACKING
      if !usesPublicBackend, #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.track(for: observer, replacing: previous, after: history, body)
      }
    #endif
    return PublicTracking.track(for: observer, replacing: previous, after: history, body)
  }

  /// Tracks a reading by the owner of a node: by a derived value, or by an observation that runs a lent pass. Returns
  /// what ``trackPlatform(for:replacing:usesPublicBackend:after:_:)`` returns.
  static func trackPlatform(
    of reader: GraphNode,
    replacing previous: PlatformDependencies? = nil,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    #if EXACT_TRACKING
      // Here, too, because retaining the observer would take as long as the rest of a steady pass.
      if isExact { return unsafe ExactTracking.track(for: reader.unretainedObserver, replacing: previous, body) }
    #endif
    let history: ReadingHistory = reader.role == .derived ? .of(reader) : .registrarModels
    // Here, not in the function with an observer: a steady reading needn't ask for its code, nor retain the observer.
    if previous == nil, history == .registrarModels, TentativeTracking.isPossibleHere {
      #if STANDARD_TRACKING
        if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
          return StandardTracking.trackTentatively(for: reader.observer, body)
        }
      #endif
      return PublicTracking.trackTentatively(
        for: reader.observer,
        .ifNeededFromTheStart(by: reader.observer, .current),
        body
      )
    }
    return trackPlatform(for: reader.observer, replacing: previous, after: history, body)
  }

  /// Registers this thread's innermost tracked pass for its reads up to now. Called when a pass begins inside another
  /// one: the changes of the inner pass count for the outer pass, whose own registration comes only at its end. Only
  /// the exact backend can do this.
  static func registerReadsSoFar() {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { ExactTracking.registerReadsSoFar() }
    #endif
  }

  /// Adds dependencies that the current tracking of the standard library has read through an ended derived value. With
  /// the standard and the public backend, the tracking has these dependencies already: a read in an inner tracking
  /// counts for the outer tracking, too.
  static func readForForeignTrackers(_ dependencies: PlatformDependencies) {
    #if EXACT_TRACKING
      if let dependencies = dependencies as? ExactDependencies {
        ExactTracking.addReadsForForeignTrackers(of: dependencies)
      }
    #endif
  }

  /// Runs a part of this thread's innermost tracked pass, and registers `observer` at once for the reads of this part.
  /// Returns the registrations to cancel before those of the pass are made; nil if the latter replace them.
  static func trackPlatformPart(
    for observer: ObserverNode,
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

  /// The dependencies of an observer before its first pass.
  static func noPlatformDependencies(of observer: ObserverNode) -> PlatformDependencies? {
    #if STANDARD_TRACKING
      if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.noDependencies(of: observer)
      }
    #endif
    return isExact ? nil : PublicTracking.noDependencies(of: observer)
  }

  /// Whether the innermost tracked pass is known to have read a property of any standard model. Only exact knows.
  static func hasRead(_ keyPath: AnyKeyPath) -> Bool {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.hasRead(keyPath) }
    #endif
    return false
  }

  /// Runs `body` without tracking standard models; except with the exact backend, an enclosing tracking still does.
  static func platformUntracked<Result: ~Copyable, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return try ExactTracking.untracked(body) }
    #endif
    return try PublicTracking.untracked(body)
  }
}
