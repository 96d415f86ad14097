extension IgnoredStorageRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A stored variable that wasn't published is tracked if views can show it, and ignored if not.",
      explanation: """
        `@Observable` tracks every stored `var`. A view of an `ObservableObject` was evaluated again with each change that the object
        announced, and then showed its other variables as they were, too. So these are tracked if a view can come to them: the name
        of one occurs outside of models, or in a member that returns something; or it's public. Constants, computed and static
        properties need no attribute.

        What only the methods of the class use stays untracked; and, with a finding, what couldn't be as it is if it were tracked:
        what `deinit` of a main-actor class reads, and what is `nonisolated(unsafe)`.

        A class that is `@Observable` already keeps its properties as they are, tracked or not.

        A property whose changes the class announced by hand, with `objectWillChange.send()`, is tracked instead.

        A declaration of several variables becomes one for each, because the attribute takes one only.
        """,
      outcome: .changed,
      before: """
        import Combine

        final class Player: ObservableObject {
          @Published var title = ""
          private var position = 0
          private var history: [String] = []
          var retries = 0, failures = 0
          var isAtStart: Bool { position == 0 }
          let limit = 10
          var isIdle: Bool { title.isEmpty }
        }

        """,
      after: """
        import Observation

        @Observable
        final class Player {
          var title = ""
          private var position = 0
          @ObservationIgnored private var history: [String] = []
          @ObservationIgnored var retries = 0
          @ObservationIgnored var failures = 0
          var isAtStart: Bool { position == 0 }
          let limit = 10
          var isIdle: Bool { title.isEmpty }
        }

        """
    )
  ]
}
