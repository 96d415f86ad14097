extension UnusedCancellableRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A private property for subscriptions goes when no subscription is left.",
      explanation: """
        A private `Set<AnyCancellable>` or `AnyCancellable?` of a converted class goes if nothing in the file mentions it any more but
        statements that empty it, which go with it.
        """,
      outcome: .changed,
      before: """
        import Combine

        final class Theme: ObservableObject {
          @Published var isDark = false
          private var cancellables = Set<AnyCancellable>()
        }

        """,
      after: """
        import Observation

        @Observable
        final class Theme {
          var isDark = false
        }

        """
    )
  ]
}
