import Testing

@testable import ObservationBridge

/// Waits, letting other tasks run, until `condition` holds; records an issue if it never does.
func eventually(
  within limit: Duration = .seconds(20),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () -> Bool
) async {
  let end = ContinuousClock.now + limit
  while !condition() {
    if ContinuousClock.now > end {
      Issue.record("What was waited for did not happen.", sourceLocation: sourceLocation)
      return
    }
    await Task.yield()
  }
}

/// Lets everything run that is already due on the main actor.
@MainActor func mainActorTurns(_ count: Int = 3) async {
  for _ in 0..<count {
    await withCheckedContinuation { continuation in
      Task.detached { @MainActor in continuation.resume() }
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// For what only the exact tracking backend can promise.
  static var exactBackend: Self {
    .enabled("needs the exact tracking backend") { Tracking.isExact }
  }
}
