/// Observes a model on one isolation, by any of the means.
protocol StressObserver: Sendable {
  /// Begins to observe; calls `ready` right before that, on the isolation where it does.
  func start(_ means: StressMeans, ready: @Sendable () -> Void) async
  func stop() async
}

/// Where the passes run.
enum StressPlace: String, CaseIterable, Sendable {
  case nonisolated = "nonisolated"
  case actor = "actor"
  case mainActor = "main actor"

  func observer(of model: LockedCounter, showing shown: Shown) async -> any StressObserver {
    switch self {
    case .nonisolated: NonisolatedStressObserver(model, shown)
    case .actor: ActorStressObserver(model, shown)
    case .mainActor: await MainActorStressObserver(model, shown)
    }
  }
}
