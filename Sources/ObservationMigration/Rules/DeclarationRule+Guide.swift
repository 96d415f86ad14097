extension DeclarationRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Only classes can be @Observable, with one declaration, outside functions.",
      explanation: """
        Structures, enumerations and actors that are written as an `ObservableObject` need a decision, as do classes inside functions,
        which a macro can't extend, and two declarations of the same name, in `#if` branches or in different modules: uses can't be told
        apart. Migrate modules one at a time, or give one of them another name.

        A class with an attribute that may be someone else's macro needs a decision, because that could add published members.
        """,
      outcome: .needsDecision,
      before: """
        import Combine

        actor Feed: ObservableObject {
          @Published var posts: [String] = []
        }

        """,
      after: """
        import Observation

        @Observable
        @MainActor
        final class Feed {
          var posts: [String] = []
        }

        """
    )
  ]
}
