extension PublisherUseRule {
  static let guides = [
    RuleGuide(
      id: Forwarding.id,
      summary: "Forwarding a nested object's objectWillChange is removed.",
      explanation: """
        Code that reads `parent.child.name` observes the child's property, so the parent doesn't have to forward its
        changes. A subscription that does nothing else is removed if the child's type converts as well. A child in an
        array is tracked in the same way.

        With `--subjects` the subscription stays if something subscribes to `objectWillChange` of the parent.
        """,
      before: """
        import Combine

        final class Profile: ObservableObject {
          @Published var name = ""
        }

        final class Session: ObservableObject {
          @Published var profile = Profile()
          private var cancellables = Set<AnyCancellable>()

          init() {
            profile.objectWillChange
              .sink { [weak self] _ in self?.objectWillChange.send() }
              .store(in: &cancellables)
          }
        }
        """
    ),
    RuleGuide(
      id: Pipelines.id,
      summary: "A subscription to a property becomes an observation or a stream of ObservationBridge, on request.",
      explanation: """
        With `--pipelines`, chains of `map`, `filter`, `compactMap`, `dropFirst`, `removeDuplicates`, `debounce`,
        `throttle` and `receive(on:)` the main queue, which end in `sink` or `assign` and are stored in a cancellable,
        are rewritten. Without the option, each of them needs a decision.

        A chain without a rate limit, a filter or `receive(on:)` becomes an observation of the property, with the value
        before and after each change. It runs inside the change, as the subscription did, but after the value is stored;
        with the public tracking backend it runs in the next turn, once for several changes. Changes that the closure
        makes itself, even through other objects, aren't delivered to it. An observation lasts as long as the
        `ObservationScope`, or the token, that replaces the cancellable.

        Any other chain becomes a loop over a stream, in a task that the class cancels when it's deallocated. Changes of
        one turn make one value, and the first value comes in the next turn. Time is measured as before; a debounced
        stream without `dropFirst` also delays its first value. `removeDuplicates` also compares with the value that
        `dropFirst` has left out.

        A later value, or a missing one, is reported as risky only where it shows; with `--subjects`, such a subscription
        stays as it is instead:

        - The closure, or a function of its own type, counts values: `count += 1`, `rows.append(row)`, `subject.send(row)`.
        - The closure uses the property, or a function that it calls does. Before, it found the old value there.
        - Code that changes the property goes on to read what the closure assigns.

        If a method empties the set of cancellables, as in a reused cell, it ends the observations and tasks as well.

        It declines if the class isn't isolated to the main actor, if `self` is held strongly, if the cancellable isn't
        private or is used in other ways, if the values aren't known to be `Sendable`, or if an operator has no
        counterpart.
        """,
      exampleOptions: MigrationOptions(pipelines: true),
      before: """
        import Combine
        import Dispatch

        @MainActor
        final class Search: ObservableObject {
          @Published var query = ""
          @Published private(set) var length = 0
          private(set) var searched: [String] = []
          private var cancellables = Set<AnyCancellable>()

          init() {
            $query
              .dropFirst()
              .map(\\.count)
              .assign(to: \\.length, on: self)
              .store(in: &cancellables)
            $query
              .debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
              .removeDuplicates()
              .sink { [weak self] query in
                self?.searched.append(query)
              }
              .store(in: &cancellables)
          }
        }
        """
    ),
    RuleGuide(
      id: Reception.id,
      summary: "onReceive(model.$name) becomes onChange(of: model.name, initial: true).",
      explanation: """
        `$name` delivers the current value at once, hence `initial: true`, which is left out with `dropFirst()`.
        `receive(on:)` the main queue and `removeDuplicates()` are what `onChange` does anyway. It compares values, so
        their type must be `Equatable`; the types of the standard library and of the files are known.

        At run time: the closure runs after the change, in the next update of the view, once for several changes in one turn,
        and not for an equal value. That's reported as risky if the closure counts values, or uses the property, in which it
        found the old value before, or reads another property of the model that code changes along with this one: the closure
        ran between the two changes. Other operators, and values not known to be `Equatable`, need a decision.
        """,
      before: """
        import SwiftUI

        final class Timeline: ObservableObject {
          @Published var position = 0
        }

        struct TimelineView: View {
          @ObservedObject var timeline: Timeline

          var body: some View {
            Text("Position")
              .onReceive(timeline.$position) { position in
                print(position)
              }
          }
        }
        """
    ),
    RuleGuide(
      id: Assignment.id,
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
        """
    ),
    RuleGuide(
      id: Feeding.id,
      summary: "On request, a pipeline that stays gets its values from a subject, to which the property sends them.",
      explanation: """
        With `--subjects`, a property whose publisher is used gets a subject beside it, which replaces `$name`: the
        pipelines stay as they are. Together with `--pipelines`, this concerns only those that can't be rewritten, or
        not without effects that show. The subject starts with the value that the property has when it's first needed. It's
        as visible as its uses require: private, `fileprivate`, or like the property.

        At run time, nothing changes: each value is sent in `willSet`, before the property changes, as by `@Published`, and
        equal values are sent as well.

        Subscriptions to `objectWillChange` of a model stay as well. The class declares that publisher itself, and each
        property that was published sends to it in `willSet`, before the change, as before. A class's own publisher in
        its place stays.

        If publishers are passed on, and something in the files takes or returns a `Published<…>.Publisher`, that becomes
        an `AnyPublisher<…, Never>`, and the subjects are erased where they're passed on. The classes whose publishers are
        passed on then convert together.

        It declines if the owner of `$name` can't be found, and if a publisher is passed on and something in the files
        needs that very type, such as a key path to it. An object to whose `objectWillChange` something subscribes directly needs a
        decision: the publisher announces changes that the registrar doesn't notice otherwise.
        """,
      exampleOptions: MigrationOptions(subjects: true),
      before: """
        import Combine

        final class Form: ObservableObject {
          @Published var name = ""
          @Published var email = "" {
            didSet { save() }
          }
          @Published private(set) var isValid = false
          private var cancellables = Set<AnyCancellable>()

          init() {
            $name
              .combineLatest($email)
              .map { !$0.isEmpty && !$1.isEmpty }
              .sink { [weak self] in self?.isValid = $0 }
              .store(in: &cancellables)
          }

          func save() {}
        }
        """
    ),
    RuleGuide(
      id: Remainder.id,
      summary: "The publisher of a property, $name, needs a decision if no other rule handles it.",
      explanation: """
        An `@Observable` class has no publishers. If `$name` is passed on, combined, or collected in a test, write its
        replacement: a stream, `ObservationBridge { model.name }`; an observation, `withPropertyObservation(of: model,
        \\.name) { change in … }`; in a test a recorder; or keep a subject beside the property and send to it in
        `willSet`.

        The rule `pipeline` handles pipelines of common operators that end in `sink` or `assign`.
        """,
      outcome: .needsDecision,
      before: """
        import Combine

        final class Search: ObservableObject {
          @Published var query = ""
          var queries: AnyPublisher<String, Never> { $query.eraseToAnyPublisher() }
        }
        """,
      after: """
        import Combine
        import Observation

        @Observable
        final class Search {
          var query = "" {
            willSet { subject.send(newValue) }
          }
          @ObservationIgnored private lazy var subject = CurrentValueSubject<String, Never>(_query)
          var queries: AnyPublisher<String, Never> { subject.eraseToAnyPublisher() }
        }
        """
    ),
  ]
}
