extension UnusedCancellableRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A private property for subscriptions is removed when no subscription is left.",
      explanation: """
        A private `Set<AnyCancellable>` or `AnyCancellable?` of a converted class is removed if only statements that
        empty it still mention it. These are removed as well.
        """,
      before: """
        import Combine

        final class Theme: ObservableObject {
          @Published var isDark = false
          private var cancellables = Set<AnyCancellable>()
        }
        """
    )
  ]
}
