extension IgnoredStorageRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A stored variable that was not published stays untracked, with @ObservationIgnored.",
      explanation: """
        `@Observable` tracks every stored `var`. One that had no `@Published` did not notify before, and does not afterwards.
        Constants, computed and static properties need no attribute.

        A view that shows such a property used to be redrawn with every announced change of the object. Now it is redrawn when
        something changes that it reads and that is tracked: where it shows this property alone, remove the attribute.

        A class that is `@Observable` already keeps its properties as they are, tracked or not.

        A property whose changes the class announced by hand, with `objectWillChange.send()`, is tracked instead.

        A declaration of several variables becomes one for each, because the attribute takes one only.
        """,
      outcome: .changed,
      before: """
        import Combine

        final class Player: ObservableObject {
          @Published var title = ""
          private var history: [String] = []
          var retries = 0, failures = 0
          let limit = 10
          var isIdle: Bool { title.isEmpty }
        }

        """,
      after: """
        import Observation

        @Observable
        final class Player {
          var title = ""
          @ObservationIgnored private var history: [String] = []
          @ObservationIgnored var retries = 0
          @ObservationIgnored var failures = 0
          let limit = 10
          var isIdle: Bool { title.isEmpty }
        }

        """
    )
  ]
}
