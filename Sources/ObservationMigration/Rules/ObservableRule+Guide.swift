extension ObservableRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A class that is an ObservableObject becomes @Observable.",
      explanation: """
        The attribute goes on its own line above the class, after its documentation comment; the conformance goes, wherever it is
        declared: at the class, in an extension, with `Combine.` before it. Other protocols, the superclass and `@MainActor` stay.
        A `private` class in another type becomes `fileprivate`, because what the macro adds to it stands outside. Where the sources
        have a type called `Observable`, it is written `@Observation.Observable`. SwiftData's `@Model` makes a class observable
        already: of that only the conformance goes.

        A class converts only together with its superclasses and subclasses, with the protocols that make it observable and their
        other conformers, and only if no place in the files stands against it. What observes it then hears of the properties it
        reads, not of every change of the object.

        Left alone are types that a macro can't extend (those declared in functions), that have a second declaration of the same
        name, or whose superclass is not among the files.
        """,
      outcome: .changed,
      before: """
        import Combine

        /// What is in the cart.
        @MainActor
        final class Cart: ObservableObject, Identifiable {
          @Published var items: [String] = []
        }

        """,
      after: """
        import Observation

        /// What is in the cart.
        @Observable
        @MainActor
        final class Cart: Identifiable {
          var items: [String] = []
        }

        """
    )
  ]
}
