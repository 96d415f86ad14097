extension PublisherRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "The publisher of a property, $name, needs a decision if no other rule handles it.",
      explanation: """
        An `@Observable` class has no publishers. If `$name` is passed on, combined, or collected in a test, write its
        replacement: a stream, `ObservationBridge { model.name }`; an observation, `withPropertyObservation(of: model,
        \\.name) { change in … }`; in a test a recorder; or keep a subject beside the property and send to it in
        `didSet`.

        The rule `pipeline` handles pipelines of common operators that end in `sink` or `assign`.
        """,
      outcome: .needsDecision,
      before: """
        import Combine

        final class Search: ObservableObject {
          @Published var query = ""
          var queries: AnyPublisher<String, Never> { $query.eraseToAnyPublisher() }
        }

        """,
      after: """
        import Combine
        import Observation

        @Observable
        final class Search {
          var query = "" {
            didSet { subject.send(query) }
          }
          @ObservationIgnored private lazy var subject = CurrentValueSubject<String, Never>(query)
          var queries: AnyPublisher<String, Never> { subject.eraseToAnyPublisher() }
        }

        """
    )
  ]
}
