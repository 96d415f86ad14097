extension IgnoreRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "// observation-migrate:ignore leaves the next declaration alone.",
      explanation: """
        What would have to change in it stays, and so do the types that this concerns, with those that convert only together with
        them. Above a constraint that takes any object, it takes the constraint out of the decision: change that by hand.
        """,
      outcome: .refused,
      leavesWork: false,
      before: """
        import Combine

        // observation-migrate:ignore
        final class Legacy: ObservableObject {
          @Published var value = 0
        }

        """
    )
  ]
}
