extension IgnoredStorageRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A stored variable that wasn't published is tracked if views can show it, and ignored if not.",
      explanation: """
        `@Observable` tracks every stored `var`. A view of an `ObservableObject` was evaluated again with each change
        that the object announced, and then also showed the current values of its other variables. Therefore these are
        tracked if a view can reach them: if their names occur outside of models, or in a member that returns something,
        or if they're public. Constants, computed and static properties need no attribute.

        Variables that only methods of the class use stay untracked. So do, with a finding, variables that couldn't be
        tracked as they are: those that the `deinit` of a main-actor class reads, and those that are
        `nonisolated(unsafe)`.

        A class that's already `@Observable` keeps its properties as they are, tracked or not.

        A property whose changes the class announced by hand, with `objectWillChange.send()`, is tracked instead.

        A declaration of several variables is split, because the attribute allows only one.
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
