extension DeploymentTargetRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Below iOS 17 and macOS 14 there is no @Observable, and everything is refused.",
      explanation: """
        The deployment target is read from the nearest `Package.swift`, Xcode project or `.xcconfig` file above the sources; of several
        targets the oldest system counts. `--minimum-ios`, `--minimum-macos` and the like say something else. If nothing states a target,
        a class is refused that is available on older systems, according to its `@available`.

        Raise the deployment target first, or use a back-port of Observation.
        """,
      outcome: .refused,
      before: """
        import Combine

        @available(iOS 15, *)
        final class Tour: ObservableObject {
          @Published var step = 0
        }
        """
    )
  ]
}
