extension SyntaxRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A file that does not parse is refused, and left byte for byte.",
      explanation: """
        What it declares is not known: types that other files declare may be used in it. Nothing in it changes. Correct it first, and
        run the migration again.
        """,
      outcome: .refused,
      before: """
        final class Broken: ObservableObject {
          @Published var value =
        }

        """
    )
  ]
}
