/// The seam to the runtime: run this under tracking; tell before and after a dependency changes, and which key path.
///
/// Two backends stand behind it. *Exact* uses what the standard library offers to SwiftUI, on the toolchains it was
/// verified on; *public* uses `withObservationTracking(_:onChange:)` alone. `OBSERVATION_BRIDGE_BACKEND=public` in the
/// environment of a build selects the latter everywhere.
package enum Tracking {
  /// Whether reports come before and after a change, with its key path, for as long as a registration lives.
  package static var isExact: Bool {
    #if EXACT_TRACKING
      ExactTracking.isAvailable
    #else
      false
    #endif
  }

  /// Whether the death of an object that was read is reported.
  static var reportsDeinit: Bool { isExact }

  /// Runs `body`, and registers `observer` for what it reads.
  ///
  /// The registrations that `body`'s reads need are in place when this returns; those of `previous` still are, too.
  ///
  /// - Parameters:
  ///   - observer: Hears of changes.
  ///   - previous: The registrations of the pass before.
  ///   - isLegacy: Uses the public backend where the exact one is available.
  ///   - body: What to run.
  /// - Returns: The registrations: `previous` where they are the same, nil where nothing was read.
  static func track(
    for observer: some DependencyObserver,
    replacing previous: (any Dependencies)?,
    isLegacy: Bool = false,
    _ body: () -> Void
  ) -> (any Dependencies)? {
    #if EXACT_TRACKING
      if !isLegacy, ExactTracking.isAvailable {
        return ExactTracking.track(for: observer, replacing: previous, body)
      }
    #endif
    return PublicTracking.track(for: observer, replacing: previous, body)
  }

  /// Registers the innermost tracked pass of this thread for what it has read up to now.
  ///
  /// Called when a pass begins inside another: what the inner one changes is a change for the outer one, whose own
  /// registration comes only at its end. The public backend has no way to do this.
  static func registerReadsSoFar() {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { ExactTracking.registerReadsSoFar() }
    #endif
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
    replacing previous: (any Dependencies)?,
    _ body: () -> Void
  ) -> (any Dependencies)? {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable {
        body()
        ExactTracking.registerReadsSoFar()
        return nil
      }
    #endif
    return PublicTracking.trackPart(for: observer, replacing: previous, body)
  }

  /// What stands for the registrations of the pass before the first one.
  static func noDependencies(of observer: some DependencyObserver) -> (any Dependencies)? {
    isExact ? nil : PublicTracking.noDependencies(of: observer)
  }

  /// Whether the innermost tracked pass of this thread has read a property, of whatever object, by now.
  ///
  /// The public backend doesn't know: false.
  static func hasRead(_ keyPath: AnyKeyPath) -> Bool {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.hasRead(keyPath) }
    #endif
    return false
  }

  /// Runs `body` so that its reads are nobody's dependencies.
  ///
  /// With the public backend they still count for a tracking that encloses this call.
  static func untracked<Result>(_ body: () -> Result) -> Result {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.untracked(body) }
    #endif
    return body()
  }
}

/// Registrations with the models that a pass has read.
protocol Dependencies: AnyObject, Sendable {
  /// Removes the registrations. Called outside locks; any number of times.
  func cancel()

  /// Whether something may have changed unnoticed while it was read, if these are others than the ones before.
  var showNewReadings: Bool { get }

  /// The registrar of the one object they are for, known by its identity; nil if there are more, or it isn't known.
  var onlyObject: ObjectIdentifier? { get }

  /// Whether these are permanent, and this is the one property they are for.
  func isOnly(_ keyPath: AnyKeyPath) -> Bool
}
