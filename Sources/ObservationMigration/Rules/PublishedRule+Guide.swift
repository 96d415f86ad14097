extension PublishedRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "A published property becomes a plain one, which is tracked.",
      explanation: """
        Each stored `var` of an `@Observable` class is tracked. Access modifiers, other attributes, `willSet` and `didSet` stay.
        `_name = Published(initialValue: value)` in an initializer becomes `self.name = value`.

        At run time two things change. A value equal to the one before no longer notifies. And observers hear of a change after
        it, where `@Published` announced it before. Two findings say where that may be seen: `==` of the value's type is written by
        hand and leaves properties out, so that views keep showing the old ones; or nothing reads the property, whose changes
        updated all views of the object.

        A variable that wasn't published and is tracked now can't be used in an initializer before all properties have a value. What
        stores it can: `_name` takes its place there.

        It declines where the macro can't track the property: its name stands in backticks, it is open, or `_name`, under which the
        macro stores the value, is the name of another one. It declines, too, where a variable that wasn't published is to be tracked
        and its own observer changes it, which runs the observer of a tracked property again, as that of a published one. A base class
        that publishes without being an `ObservableObject` itself holds its subclasses back.
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
