extension PipelineRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A subscription to a property becomes an observation or a stream of ObservationBridge, on request.",
      explanation: """
        With `--pipelines`, chains of `map`, `filter`, `compactMap`, `dropFirst`, `removeDuplicates`, `debounce`,
        `throttle` and `receive(on:)` the main queue, which end in `sink` or `assign` and are stored in a cancellable,
        are rewritten. Without the option, each of them needs a decision.

        A chain without a rate limit, a filter or `receive(on:)` becomes an observation of the property, with the value
        before and after each change. It runs inside the change, as the subscription did, but after the value is stored;
        with the public tracking backend it runs in the next turn, once for several changes. Changes that the closure
        makes itself, even through other objects, aren't delivered to it. An observation lasts as long as the
        `ObservationScope`, or the token, that replaces the cancellable.

        Any other chain becomes a loop over a stream, in a task that the class cancels when it's deallocated. Changes of
        one turn make one value, and the first value comes in the next turn. Time is measured as before; a debounced
        stream without `dropFirst` also delays its first value. `removeDuplicates` also compares with the value that
        `dropFirst` has left out.

        If a method empties the set of cancellables, as in a reused cell, it ends the observations and tasks as well.

        It declines if the class isn't isolated to the main actor, if `self` is held strongly, if the cancellable isn't
        private or is used in other ways, if the values aren't known to be `Sendable`, or if an operator has no
        counterpart.
        """,
      outcome: .changed,
      exampleOptions: MigrationOptions(pipelines: true),
      before: """
        import Combine
        import Dispatch

        @MainActor
        final class Search: ObservableObject {
          @Published var query = ""
          @Published private(set) var length = 0
          private(set) var searched: [String] = []
          private var cancellables = Set<AnyCancellable>()

          init() {
            $query
              .dropFirst()
              .map(\\.count)
              .assign(to: \\.length, on: self)
              .store(in: &cancellables)
            $query
              .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
              .removeDuplicates()
              .sink { [weak self] query in
                self?.searched.append(query)
              }
              .store(in: &cancellables)
          }
        }

        """,
      after: """
        import Dispatch
        import Observation
        import ObservationBridge

        @Observable
        @MainActor
        final class Search {
          var query = ""
          private(set) var length = 0
          @ObservationIgnored private(set) var searched: [String] = []
          private let observations = ObservationScope()
          @ObservationIgnored private var tasks: [Task<Void, Never>] = []

          init() {
            observations.observe(self, \\.query) { [weak self] change in
              self?.length = change.new.count
            }
            let queryValues = ObservationBridge(
              of: self,
              options: .rateLimit(.debounce(ObservationDebounce(interval: .milliseconds(300), mode: .delayedFirst)))
            ) { $0.query }.removeDuplicates()
            tasks.append(Task { [weak self] in
              for await query in queryValues where !Task.isCancelled {
                self?.searched.append(query)
              }
            })
          }

          deinit {
            for task in tasks { task.cancel() }
          }
        }

        """
    )
  ]
}
