/// How a reader's target may be set up.
enum CompilationMode: String, CaseIterable {
  case swift5, swift6, mainActorByDefault

  var arguments: [String] {
    switch self {
    case .swift5: ["-swift-version", "5"]
    case .swift6: ["-swift-version", "6"]
    case .mainActorByDefault: ["-swift-version", "6", "-default-isolation", "MainActor"]
    }
  }
}
