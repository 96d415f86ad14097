extension ObjectWillChangeRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "objectWillChange.send() goes where it announces the change of a tracked property.",
      explanation: """
        The registrar notices each change of a tracked property. So the call goes when it stands in an observer of a property, or
        next to a statement that changes one. The stored properties that such a function changes, itself or in functions of the class
        that it calls, are tracked from now on.

        Everything else that has to do with `objectWillChange` needs a decision: what it announces may be no property at all, a part of
        an object that a property refers to, or lazy, which can't be tracked. Give
        that a tracked property; let a computed property over a store elsewhere report its reads and changes, with
        `access(keyPath:)` and `withMutation(keyPath:)`; where another object subscribes, observe the properties that matter there.
        """,
      outcome: .changed,
      before: """
        import Combine

        final class Gauge: ObservableObject {
          var value = 0 {
            willSet { objectWillChange.send() }
          }
          private var samples: [Int] = []

          func add(_ sample: Int) {
            objectWillChange.send()
            samples.append(sample)
          }
        }

        """,
      after: """
        import Observation

        @Observable
        final class Gauge {
          var value = 0
          private var samples: [Int] = []

          func add(_ sample: Int) {
            samples.append(sample)
          }
        }

        """
    )
  ]
}
