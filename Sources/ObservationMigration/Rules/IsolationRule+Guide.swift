extension IsolationRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A class without an actor that changes its properties off the main thread needs a decision.",
      explanation: """
        Combine complained at run time about changes published off the main thread. `@Observable` doesn't: such a change
        is a data race with the views that read the property. Isolate the class, `@MainActor`, and change the property
        after an `await`, or in `DispatchQueue.main.async`.

        In a class without isolation, the following are known to leave the main thread: its `async` methods and its
        tasks (SE-0338), closures for queues other than the main one, and completion handlers of `URLSession`. An `async`
        method that changes what views read is isolated with `@MainActor`, and reported as risky. Where
        such code changes properties of another object, or calls a method that changes properties of its own object, the
        class converts, and the change is reported as risky, once for a class. With
        `--default-isolation MainActor`, for modules that are built this way (SE-0466), classes are isolated without the
        attribute.
        """,
      outcome: .needsDecision,
      before: """
        import Combine
        import Dispatch

        final class Loader: ObservableObject {
          @Published var rows: [Int] = []

          func load() {
            DispatchQueue.global().async {
              self.rows = [1, 2, 3]
            }
          }
        }
        """,
      after: """
        import Observation

        @Observable
        @MainActor
        final class Loader {
          var rows: [Int] = []

          func load() async {
            rows = await Task.detached { [1, 2, 3] }.value
          }
        }
        """
    )
  ]
}
