import ObservationMigration
import Testing

/// `objectWillChange`, forwarding, publishers, cancellables.
@Suite struct AnnouncementRuleTests {
  @Test func announcementsBesideAChangeGo() async throws {
    try await Scenario(
      """
      import Combine

      final class 0️⃣Model: ObservableObject {
        1️⃣@Published var a = 1 {
          willSet { check() }
          2️⃣didSet { objectWillChange.send() }
        }
        var b = 2 {
          didSet {
            check()
            3️⃣objectWillChange.send()
          }
        }
        private var c: [Int] = []
        private(set) var d = [1: 2] { 4️⃣willSet { objectWillChange.send() } }
        var 5️⃣e = 1

        func check() {}
        func change() {
          // Tell everybody.
          6️⃣self.objectWillChange.send()
          c.append(1)
          a += 1
          7️⃣objectWillChange.send()
          e = 3
          8️⃣objectWillChange.send()
          if a > 3 { check() } else { b = 1 }
        }
      }
      """
    ).expect(
      """
      import Observation

      @Observable
      final class Model {
        var a = 1 {
          willSet { check() }
        }
        var b = 2 {
          didSet {
            check()
          }
        }
        private var c: [Int] = []
        private(set) var d = [1: 2]
        var e = 1

        func check() {}
        func change() {
          // Tell everybody.
          c.append(1)
          a += 1
          e = 3
          if a > 3 { check() } else { b = 1 }
        }
      }
      """,
      findings: [
        "0️⃣ changed observable", "1️⃣ changed published", "2️⃣ changed object-will-change",
        "8:7 changed object-will-change", "3️⃣ changed object-will-change", "14:15 changed object-will-change",
        "15:20 changed object-will-change", "4️⃣ changed object-will-change", "5️⃣ changed object-will-change",
        "6️⃣ changed object-will-change", "7️⃣ changed object-will-change", "8️⃣ changed object-will-change",
      ]
    )
  }

  @Test func propertyThatIsTrackedSinceItWasAnnouncedIsReported() async throws {
    let results = try await Scenario(
      """
      import Combine
      final class 1️⃣Model: ObservableObject {
        private var 2️⃣count = 0
        var 3️⃣a = 1, 4️⃣b = 2
        func change() {
          5️⃣objectWillChange.send()
          count += 1
          6️⃣objectWillChange.send()
          b = 3
        }
      }
      """
    ).expect(
      """
      import Observation
      @Observable
      final class Model {
        private var count = 0
        @ObservationIgnored var a = 1
        var b = 2
        func change() {
          count += 1
          b = 3
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed object-will-change", "3️⃣ changed ignored-storage",
        "4️⃣ changed object-will-change", "5️⃣ changed object-will-change", "6️⃣ changed object-will-change",
      ]
    )
    let messages = results.flatMap(\.findings).map(\.message)
    #expect(messages.contains { $0.hasPrefix("`count` is tracked now: ") })
    #expect(messages.contains { $0.hasPrefix("`b` is tracked now: ") })
  }

  @Test func otherUsesOfObjectWillChangeNeedADecision() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation

      final class A: ObservableObject {
        let helper = NSObject()
        func refresh() {
          1️⃣objectWillChange.send()
        }
        func touch() {
          2️⃣objectWillChange.send()
          if helper.isEqual(nil) { print("equal") }
          helper.isAccessibilityElement()
        }
      }
      extension NSObject {
        func isAccessibilityElement() {}
      }
      final class 9️⃣B: ObservableObject {
        let 3️⃣objectWillChange = ObservableObjectPublisher()
      }
      final class C: ObservableObject {}
      final class Watcher {
        let c = C()
        var token: AnyCancellable?
        func watch() {
          token = c.4️⃣objectWillChange.sink { print("changed") }
        }
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision object-will-change", "2️⃣ needs a decision object-will-change",
        "3️⃣ needs a decision object-will-change", "4️⃣ needs a decision object-will-change",
      ]
    )
  }

  @Test func requirementOfThePublisherHoldsEverythingBack() async throws {
    try await Scenario(
      """
      import Combine
      protocol Announcing { var 1️⃣objectWillChange: ObservableObjectPublisher { get } }
      final class 2️⃣A: ObservableObject, Announcing {}
      final class 3️⃣B: ObservableObject {}
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision object-will-change", "2️⃣ needs a decision inheritance", "3️⃣ needs a decision inheritance",
      ]
    )
  }

  @Test func announcementOfAnUnknownObjectHoldsEverythingBack() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣A: ObservableObject {}
      final class 2️⃣B: ObservableObject {}
      func f(_ pair: (A, Int)) {
        pair.0.3️⃣objectWillChange.send()
      }
      """
    ).expect(
      nil,
      findings: [
        "1️⃣ needs a decision inheritance", "2️⃣ needs a decision inheritance", "3️⃣ needs a decision object-will-change",
      ]
    )
  }

  @Test func forwardingOfNestedObjectsGoes() async throws {
    try await Scenario(
      """
      --- Child.swift
      import Combine
      final class 1️⃣Child: ObservableObject {
        2️⃣@Published var name = ""
      }
      --- Parent.swift
      import Combine
      import Foundation
      final class 3️⃣Parent: ObservableObject {
        4️⃣@Published var child: Child
        private let other = Child()
        private var 5️⃣cancellables: Set<AnyCancellable> = []
        private var 6️⃣token: AnyCancellable?

        init(child: Child) {
          self.child = child
          7️⃣child.objectWillChange.receive(on: DispatchQueue.main).sink { [weak self] _ in
            guard let self else { return }
            self.objectWillChange.send()
          }
          .store(in: &cancellables)
          8️⃣token = other.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }
        }
      }
      """
    ).expect(
      """
      --- Child.swift
      import Observation
      @Observable
      final class Child {
        var name = ""
      }
      --- Parent.swift
      import Foundation
      import Observation
      @Observable
      final class Parent {
        var child: Child
        private let other = Child()

        init(child: Child) {
          self.child = child
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed observable", "4️⃣ changed published",
        "5️⃣ changed unused-cancellable", "6️⃣ changed unused-cancellable", "7️⃣ changed nested-observable",
        "8️⃣ changed nested-observable",
      ]
    )
  }

  @Test func forwardingThatDoesMoreNeedsADecisionForBoth() async throws {
    try await Scenario(
      """
      import Combine
      final class Child: ObservableObject {}
      final class Parent: ObservableObject {
        let child = Child()
        var token: AnyCancellable?
        func watch() {
          token = child.1️⃣objectWillChange.sink { [weak self] in
            print("changed")
            self?.2️⃣objectWillChange.send()
          }
        }
      }
      """
    ).expect(
      nil,
      findings: ["1️⃣ needs a decision object-will-change", "2️⃣ needs a decision object-will-change"]
    )
  }

  @Test func publishersThatAreUsedNeedADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class Model: ObservableObject {
        @Published var name = ""
        @Published var age = 0
        var both: AnyPublisher<(String, Int), Never> { 1️⃣$name.combineLatest(2️⃣$age).eraseToAnyPublisher() }
      }
      final class Other: ObservableObject {
        @Published var title = ""
        @Published var count = 0
      }
      let path = \\Other.3️⃣$title
      func collect(_ other: Other) -> Any { other.4️⃣$count }
      final class 5️⃣Third: ObservableObject {
        6️⃣@Published var flag = false
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class Model: ObservableObject {
        @Published var name = ""
        @Published var age = 0
        var both: AnyPublisher<(String, Int), Never> { $name.combineLatest($age).eraseToAnyPublisher() }
      }
      final class Other: ObservableObject {
        @Published var title = ""
        @Published var count = 0
      }
      let path = \\Other.$title
      func collect(_ other: Other) -> Any { other.$count }
      @Observable
      final class Third {
        var flag = false
      }
      """,
      findings: [
        "1️⃣ needs a decision publisher", "2️⃣ needs a decision publisher", "3️⃣ needs a decision publisher",
        "4️⃣ needs a decision publisher", "5️⃣ changed observable", "6️⃣ changed published",
      ],
      compiles: false
    )
  }

  @Test func publisherOfAnUnknownObjectHoldsBackThoseThatHaveIt() async throws {
    try await Scenario(
      """
      import Combine
      final class A: ObservableObject { @Published var name = "" }
      final class 1️⃣B: ObservableObject { 2️⃣@Published var other = "" }
      func f(_ pair: (A, Int)) {
        _ = pair.0.3️⃣$name
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class A: ObservableObject { @Published var name = "" }
      @Observable
      final class B { var other = "" }
      func f(_ pair: (A, Int)) {
        _ = pair.0.$name
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ needs a decision publisher"]
    )
  }

  @Test func cancellablesThatAreUsedStay() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Model: ObservableObject {
        2️⃣@Published var name = ""
        private var 3️⃣cancellables = Set<AnyCancellable>()
        var 4️⃣open: AnyCancellable?
        private var 5️⃣unused: AnyCancellable? // Kept.
        let subject = PassthroughSubject<Int, Never>()
        func start() {
          subject.sink { _ in }.store(in: &cancellables)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var name = ""
        @ObservationIgnored private var cancellables = Set<AnyCancellable>()
        @ObservationIgnored var open: AnyCancellable?
        // Kept.
        let subject = PassthroughSubject<Int, Never>()
        func start() {
          subject.sink { _ in }.store(in: &cancellables)
        }
      }
      """,
      findings: [
        "1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed ignored-storage", "4️⃣ changed ignored-storage",
        "5️⃣ changed unused-cancellable",
      ]
    )
  }

  @Test func cancellablesOfEachClassAreItsOwn() async throws {
    try await Scenario(
      """
      import Combine
      final class 1️⃣Model: ObservableObject {
        2️⃣@Published var name = ""
        private var 3️⃣bag = Set<AnyCancellable>()
        func stop() {
          bag.removeAll()
        }
      }
      final class Other {
        private var bag = Set<AnyCancellable>()
        func start(_ subject: PassthroughSubject<Int, Never>) {
          subject.sink { _ in }.store(in: &bag)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      @Observable
      final class Model {
        var name = ""
        func stop() {
        }
      }
      final class Other {
        private var bag = Set<AnyCancellable>()
        func start(_ subject: PassthroughSubject<Int, Never>) {
          subject.sink { _ in }.store(in: &bag)
        }
      }
      """,
      findings: ["1️⃣ changed observable", "2️⃣ changed published", "3️⃣ changed unused-cancellable"]
    )
  }
}
