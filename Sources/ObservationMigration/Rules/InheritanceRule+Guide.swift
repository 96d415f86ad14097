extension InheritanceRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Superclasses, subclasses, protocols and what they share convert together or not at all.",
      explanation: """
        A subclass of an `ObservableObject` needs `@Observable` of its own, as does its superclass. A protocol that inherits from
        `ObservableObject` ties its conformers together, a constraint that takes any object ties all types. One place that needs a
        decision holds the whole group back; the finding names it.

        A class whose superclass is not among the files needs a decision as well, unless it is one known to observe nothing, such as
        `NSObject`, `NSDocument` or `UIViewController`: pass the files that declare it. A protocol of another module is taken for a superclass where it is the first in
        the list: put it behind `ObservableObject`.
        """,
      outcome: .needsDecision,
      before: """
        import Combine

        @MainActor
        class Account: ObservableObject {
          @Published var name = ""
          var names: AnyPublisher<String, Never> { $name.eraseToAnyPublisher() }
        }

        final class Premium: Account {
          @Published var level = 1
        }

        """,
      after: """
        import Observation
        import ObservationBridge

        @Observable
        @MainActor
        class Account {
          var name = ""
          var names: ObservationBridge<String> { ObservationBridge { self.name } }
        }

        @Observable
        final class Premium: Account {
          var level = 1
        }

        """
    )
  ]
}
