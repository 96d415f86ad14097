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
      ExactTracking.isAvailable
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

  /// Whether the death of an object that was read is reported.
  static var reportsDeinit: Bool { isExact || isStandard }

  /// Runs `body`, and registers `observer` for what it reads.
  ///
  /// The registrations that `body`'s reads need are in place when this returns; those of `previous` still are, too.
  ///
  /// - Parameters:
  ///   - observer: Hears of changes.
  ///   - previous: The registrations of the pass before.
  ///   - isLegacy: Uses the public backend, though a better one may be available.
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
    #elseif STANDARD_TRACKING
      if !isLegacy, #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.track(for: observer, replacing: previous, body)
      }
    #endif
    return PublicTracking.track(for: observer, replacing: previous, body)
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
    #elseif STANDARD_TRACKING
      if #available(macOS 27, iOS 27, tvOS 27, visionOS 27, watchOS 27, *) {
        return StandardTracking.trackPart(for: observer, replacing: previous, body)
      }
    #endif
    return PublicTracking.trackPart(for: observer, replacing: previous, body)
  }

  /// What stands for the registrations of the pass before the first one.
  static func noDependencies(of observer: some DependencyObserver) -> (any Dependencies)? {
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
  static func hasRead(_ keyPath: AnyKeyPath) -> Bool {
    #if EXACT_TRACKING
      if ExactTracking.isAvailable { return ExactTracking.hasRead(keyPath) }
    #endif
    return false
  }

  /// Runs `body` so that its reads are nobody's dependencies.
  ///
  /// With the standard and the public backend they still count for a tracking that encloses this call.
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
