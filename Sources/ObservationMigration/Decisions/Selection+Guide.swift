extension Selection {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Types and rules that were excluded are left out, with everything that needs them.",
      explanation: """
        With `--only` and `--skip` a project can be migrated type by type. A type converts only together with others of its group, and
        only if all the rules that it needs may be applied: the finding names what is missing.
        """,
      outcome: .refused,
      exampleOptions: MigrationOptions(onlyRules: [id]),
      before: """
        import Combine

        class Base: ObservableObject {
          @Published var value = 0
        }

        """
    )
  ]
}
