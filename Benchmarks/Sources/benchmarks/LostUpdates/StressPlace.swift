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
