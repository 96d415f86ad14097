extension Inheritance {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "Superclasses, subclasses, protocols and what they share convert together or not at all.",
      explanation: """
        A subclass of an `ObservableObject` needs its own `@Observable`, and so does its superclass. A protocol that
        inherits from `ObservableObject` ties its conformers together; a constraint that accepts any such object ties
        all types together. One place that needs a decision holds the whole group back; the finding names it.

        A class whose superclass isn't among the files needs a decision as well, unless that is known to observe
        nothing, such as `NSObject`, `NSDocument` or `UIViewController`: pass the files that declare it. If a protocol
        of another module is the first in the list, it's taken for a superclass: put it after `ObservableObject`.
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
