import ObservationMigration
import Testing

@Suite struct NestedObservableRuleTests {
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

  @Test func forwardingGoesHoweverItIsPassedOnAndKept() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class Child: ObservableObject {
        @Published var name = ""
      }
      final class Parent: ObservableObject {
        let child = Child()
        let children = [Child()]
        private var token: AnyCancellable?
        private var tokens: [AnyCancellable] = []
        private var cancellables = Set<AnyCancellable>()

        init() {
          token = child.objectWillChange.sink { [weak self] _ in
            DispatchQueue.main.async {
              self?.objectWillChange.send()
            }
          }
          child.objectWillChange.receive(on: DispatchQueue.main).sink { [weak self] in
            Task { @MainActor in
              guard let self else { return }
              self.objectWillChange.send()
            }
          }
          .store(in: &cancellables)
          tokens.append(child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() })
          child.$name.sink { [weak self] _ in self?.objectWillChange.send() }.store(in: &cancellables)
          for child in children {
            child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &cancellables)
          }
          children.forEach { child in
            child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &cancellables)
          }
        }
      }
      """
    ).expectMigrated(
      """
      import Foundation
      import Observation
      @Observable
      final class Child {
        var name = ""
      }
      @Observable
      final class Parent {
        let child = Child()
        let children = [Child()]

        init() {
        }
      }
      """,
      options: MigrationOptions()
    )
  }

  @Test func forwardingThatDoesMoreNeedsADecision() async throws {
    try await Scenario(
      """
      import Combine
      final class Child: ObservableObject {}
      final class 2️⃣Parent: ObservableObject {
        let child = Child()
        var token: AnyCancellable?
        func watch() {
          token = child.1️⃣objectWillChange.sink { [weak self] in
            print("changed")
            self?.objectWillChange.send()
          }
          child.objectWillChange.sink { [weak self] in self?.objectWillChange.send() }.store(in: &tokens)
        }
        private var tokens: Set<AnyCancellable> = []
      }
      """
    ).expect(nil, findings: ["2️⃣ needs a decision inheritance", "1️⃣ needs a decision object-will-change"])
  }
}
