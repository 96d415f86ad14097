extension PublishedRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A published property becomes a plain one, which is tracked.",
      explanation: """
        Each stored `var` of an `@Observable` class is tracked. Access modifiers, other attributes, `willSet` and `didSet` stay.
        `_name = Published(initialValue: value)` in an initializer becomes `self.name = value`.

        At run time two things change. Assigning an equal value no longer notifies observers. And observers are notified
        after a change, where `@Published` announced it before. Two findings say where that may be visible: the `==` of
        the value's type is written by hand and leaves out properties, so that views keep showing the old ones; or
        nothing reads the property, whose changes updated all views of the object.

        A variable that wasn't published and is tracked now can't be used in an initializer before all properties have a
        value. Its storage can, so `_name` replaces it there.

        It declines if the macro can't track the property: if its name is in backticks, if it's open, or if there is
        another property `_name`, under which the macro stores the value. It also declines if a variable that wasn't
        published would have to be tracked and its own `willSet` or `didSet` changes it, which runs the observer again
        for a tracked property, as for a published one. A base class that publishes without being an
        `ObservableObject` itself holds its subclasses back.
        """,
      outcome: .changed,
      before: """
        import Combine

        final class Counter: ObservableObject {
          @Published private(set) var value: Int

          init(value: Int) {
            _value = Published(initialValue: value)
          }
        }

        """,
      after: """
        import Observation

        @Observable
        final class Counter {
          private(set) var value: Int

          init(value: Int) {
            self.value = value
          }
        }

        """
    )
  ]
}
