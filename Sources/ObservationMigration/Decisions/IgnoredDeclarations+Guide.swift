extension IgnoredDeclarations {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "// observation-migrate:ignore leaves the next declaration alone.",
      explanation: """
        Everything in it stays as it is, and so do the types concerned, with those that convert only together with them.
        Above a constraint that accepts any object, the comment excludes the constraint from the decision: change it by
        hand.
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
