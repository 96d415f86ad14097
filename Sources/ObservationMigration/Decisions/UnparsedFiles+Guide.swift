extension UnparsedFiles {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A file that doesn't parse is refused, and left untouched.",
      explanation: """
        Its declarations aren't known, and nothing in it changes. Types of other files that it mentions stay as they
        are, too. Correct the file first, and run the migration again.
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
