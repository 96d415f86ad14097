package import ObservationBridge
package import ObservationBridgeTesting
package import Testing

/// Waits, letting everything else run, until `condition` holds; records an issue if it never does.
package func eventually(
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async -> Bool
) async {
  var patience = Patience()
  while await !condition() {
    guard await patience.lasts() else {
      Issue.record("What was waited for did not happen.", sourceLocation: sourceLocation)
      return
    }
  }
}

/// Lets everything run that is already due on the main actor.
@MainActor
package func mainActorTurns(_ count: Int = 3) async {
  for _ in 0..<count {
    await withCheckedContinuation { continuation in
      Task.detached { @MainActor in continuation.resume() }
    }
  }
}

extension ObservedValues where Value: Equatable {
  /// Waits without the limit that there is by default, which other processes can use up.
  package func waitUntilValue(_ value: Value) async -> Bool {
    await waitUntilValue(value, timeout: .wholeSuite)
  }
}

extension SequenceRecorder where Element: Equatable {
  /// Waits without the limit that there is by default, which other processes can use up.
  package func waitUntilValue(_ value: Element) async -> Bool {
    await waitUntilValue(value, timeout: .wholeSuite)
  }
}
