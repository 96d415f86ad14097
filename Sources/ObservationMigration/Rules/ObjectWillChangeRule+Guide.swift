extension ObjectWillChangeRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "objectWillChange.send() is removed, or tells the registrar about changes that it can't notice itself.",
      explanation: """
        The registrar notices each change to a tracked property. So the call is removed if it's in a `willSet` or
        `didSet`, or next to a statement that changes a property, here or in another model that converts as well; and if
        everything that can be read through the object is tracked. The stored properties that such a function changes,
        itself or in functions that it calls, are tracked from now on.

        The announced value may be stored elsewhere: in the user defaults, in a file, in an object that isn't a model.
        Then the functions and computed properties that may show it report with `access(keyPath: \\.self)` that they
        read the object as a whole, and `withMutation(keyPath: \\.self) {}` replaces the call. If objects in a tracked
        property have changed, a mutation of that property replaces it. Check these places: a view that reads the store
        without going through the object isn't notified.

        Other code may announce changes of an object as well, such as the wrapper of a property that the object stores.
        The call is removed, or becomes a mutation of the object's properties, by the same rules. It needs a decision if
        the code also changes an object of its own that isn't observable: views may show that.

        A class's own publisher that replaces `objectWillChange` is removed if nothing else subscribes to it. Views then
        follow each change to the properties behind it, including changes that it didn't announce. Other publishers of the
        type `ObjectWillChangePublisher`, which is a type of the protocol, stay and are written `ObservableObjectPublisher`.

        Every other use of `objectWillChange` needs a decision: what it announces may be read through a property that
        isn't tracked, an object that shows nothing itself may announce something else, and other subscribers have to
        observe the properties that matter to them. With `--subjects`, subscriptions stay as they are.
        """,
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
        """
    )
  ]
}
