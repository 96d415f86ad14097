extension DeploymentTargetRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Below iOS 17 there is no @Observable, and everything is refused.",
      explanation: """
        With `--minimum-ios` below 17 every type is refused, and so is a class that is available on older systems,
        according to its `@available`. Raise the deployment target first, or use a back-port of Observation.
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
