extension DeclarationRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Only classes can be @Observable, with one declaration, outside functions.",
      explanation: """
        Structures, enumerations and actors that are declared as an `ObservableObject` need a decision. So do classes
        inside functions, which a macro can't extend, and two declarations with the same name, in `#if` branches or in
        different modules, if their uses can't be distinguished. Migrate modules one at a time, or rename one of the
        two. Declarations in folders of their own, as in `iOS` and `macOS`, convert together if each file that mentions
        the name stands nearer to one of them.

        A class with an attribute that may be a third-party macro needs a decision, because the macro could add
        published members.
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
