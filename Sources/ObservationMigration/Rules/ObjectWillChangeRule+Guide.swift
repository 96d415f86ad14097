extension ObjectWillChangeRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "objectWillChange.send() goes, or announces to the registrar what that does not notice by itself.",
      explanation: """
        The registrar notices each change of a tracked property. So the call goes when it stands in an observer of a property, or
        next to a statement that changes one, here or in another model that converts as well; and it goes where all that can be
        read through the object is tracked. The stored properties that such a function changes, itself or in functions that it
        calls, are tracked from now on.

        What is announced may be stored elsewhere: in the user defaults, in a file, in an object that is no model. Then the functions
        and computed properties that may show it report with `access(keyPath: \\.self)` that they read the object as a whole, and
        `withMutation(keyPath: \\.self) {}` takes the place of the call. Where objects in a tracked property have changed, a mutation
        of that property does. Look at these places: a view that reads the store past the object isn't told.

        A publisher of one's own in the place of `objectWillChange` goes, if nothing else subscribes to it. Views then follow each
        change of what it announced, also those that it didn't announce.

        Everything else that has to do with `objectWillChange` needs a decision: what it announces may be read through a property
        that isn't tracked, and where something else subscribes, the properties that matter have to be observed there. With
        `--subjects` subscriptions stay as they are.
        """,
      outcome: .changed,
      before: """
        import Combine
        import Foundation

        final class Gauge: ObservableObject {
          var value = 0 {
            willSet { objectWillChange.send() }
          }
          private var samples: [Int] = []

          func add(_ sample: Int) {
            objectWillChange.send()
            samples.append(sample)
          }

          var unit: String? {
            UserDefaults.standard.string(forKey: "unit")
          }

          func use(_ unit: String) {
            UserDefaults.standard.set(unit, forKey: "unit")
            objectWillChange.send()
          }
        }

        """,
      after: """
        import Foundation
        import Observation

        @Observable
        final class Gauge {
          var value = 0
          private var samples: [Int] = []

          func add(_ sample: Int) {
            samples.append(sample)
          }

          var unit: String? {
            access(keyPath: \\.self)
            return UserDefaults.standard.string(forKey: "unit")
          }

          func use(_ unit: String) {
            UserDefaults.standard.set(unit, forKey: "unit")
            withMutation(keyPath: \\.self) {}
          }
        }

        """
    )
  ]
}
