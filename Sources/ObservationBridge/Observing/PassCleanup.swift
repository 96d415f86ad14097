/// What a pass leaves for the time before the next pass, or for the end. Belongs to the passes' isolation.
final class PassCleanup {
  private var cleanups: [() -> Void] = []
  /// The scope of the observations that end with the pass.
  var scope: ObservationScope?
  /// The registrations that a lent pass has made with standard models, until the pass has ended.
  var platform: PlatformDependencies?

  var isEmpty: Bool { cleanups.isEmpty && scope == nil && platform == nil }

  func add(_ cleanup: @escaping () -> Void) {
    cleanups.append(cleanup)
  }

  /// Ends the observations of the scope, then runs the closures, the latest first.
  func end() {
    scope?.cancelAll()
    while let cleanup = cleanups.popLast() { cleanup() }
  }
}
