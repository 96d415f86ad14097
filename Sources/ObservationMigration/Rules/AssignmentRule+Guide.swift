extension AssignmentRule {
  static let guides = [
    RuleGuide(
      id: id,
      summary: "assign(to: &$name) becomes a stored sink that assigns to name.",
      explanation: """
        An `@Observable` class has no publishers to assign values to. The pipeline stays, and ends in a `sink` that holds the
        object weakly. It is stored in a private set of the class that nothing empties; a class without one gets
        `subscriptions`.

        As before, the subscription ends with the object, and the property changes on the thread that the value arrives on. In
        Swift 6 mode, a closure of a class on the main actor checks at run time that this is the main thread.

        It declines if the publisher belongs to another object, and if the property has observers: `assign(to:)` doesn't
        run them, and an assignment does.
        """,
      outcome: .changed,
      before: """
        import Combine
        import Foundation

        final class Clock: ObservableObject {
          @Published private(set) var now = Date()

          init() {
            Timer.publish(every: 1, on: .main, in: .common)
              .autoconnect()
              .assign(to: &$now)
          }
        }

        """,
      after: """
        import Combine
        import Foundation
        import Observation

        @Observable
        final class Clock {
          @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
          private(set) var now = Date()

          init() {
            Timer.publish(every: 1, on: .main, in: .common)
              .autoconnect()
              .sink { [weak self] in self?.now = $0 }
              .store(in: &subscriptions)
          }
        }

        """
    )
  ]
}
