/// How a user's target may be set up.
package enum LanguageMode: String, CaseIterable, Sendable {
  case swift6, swift5, mainActorByDefault

  package var arguments: [String] {
    switch self {
    case .swift6: ["-swift-version", "6"]
    case .swift5: ["-swift-version", "5"]
    case .mainActorByDefault: ["-swift-version", "6", "-default-isolation", "MainActor"]
    }
  }
}
