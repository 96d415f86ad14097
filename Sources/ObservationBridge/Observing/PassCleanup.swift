/// What a pass has left to be done before the next one, or at the end. Belongs to the passes' isolation.
final class PassCleanup {
  private var cleanups: [() -> Void] = []
  /// What holds the observations that end with the pass.
  private(set) var scope: (any ScopeOfPass)?
  /// What a lent pass has registered with models of the standard library, until that is over.
  var platform: PlatformDependencies?

  func takePlatform() -> PlatformDependencies? {
    platform.take()
  }

  /// Whether nothing is left to be done.
  var isEmpty: Bool { cleanups.isEmpty && scope == nil && platform == nil }

  func add(_ cleanup: @escaping () -> Void) {
    cleanups.append(cleanup)
  }

  func setScope(_ scope: some ScopeOfPass) {
    self.scope = scope
  }

  /// Ends the observations, then runs what has been left: the latest first.
  func end() {
    scope?.cancelAll()
    while let cleanup = cleanups.popLast() { cleanup() }
  }
}

/// Observations that end with a pass.
protocol ScopeOfPass: AnyObject {
  func cancelAll()
}
