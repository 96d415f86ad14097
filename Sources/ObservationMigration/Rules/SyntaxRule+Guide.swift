extension SyntaxRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A file that does not parse is refused, and left byte for byte.",
      explanation: """
        What it declares is not known. Types that other files declare stay as well if it mentions them. Nothing in it changes. Correct it first, and
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
