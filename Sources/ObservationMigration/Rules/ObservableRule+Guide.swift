extension ObservableRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A class that is an ObservableObject becomes @Observable.",
      explanation: """
        The attribute is written on its own line above the class, after its documentation comment. The conformance is
        removed, wherever it's declared: at the class, in an extension, with `Combine.` before it. Other protocols, the
        superclass and `@MainActor` stay. A `private` class in another type becomes `fileprivate`, because the macro
        adds an extension outside. If the sources have a type called `Observable`, the attribute is written
        `@Observation.Observable`. SwiftData's `@Model` already makes a class observable: there, only the conformance is
        removed.

        A class converts only together with its superclasses and subclasses, with the protocols that make it observable
        and their other conformers, and only if no place in the files prevents it. Its observers are then notified of
        changes to the properties that they read, not of every change to the object.

        Types that a macro can't extend (those declared in functions), that have a second declaration of the same name,
        or whose superclass isn't among the files are left alone.
        """,
      before: """
        import Combine

        /// What is in the cart.
        @MainActor
        final class Cart: ObservableObject, Identifiable {
          @Published var items: [String] = []
        }
        """
    )
  ]
}
