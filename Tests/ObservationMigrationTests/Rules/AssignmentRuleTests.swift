import ObservationMigration
import Testing

@Suite struct AssignmentRuleTests {
  @Test func publisherOfAnotherModuleIsAssignedByASink() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class Clock: ObservableObject {
        1️⃣@Published var now = Date()
        2️⃣@Published var last: Date?
        private var subscriptions = 1
        private var bag = Set<AnyCancellable>()
        init() {
          let ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
          ticks.assign(to: &4️⃣$now)
          ticks.map { Optional($0) }
            // The last one.
            .assign(to: &5️⃣self.$last)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Foundation
      import Observation
      @Observable
      final class Clock {
        var now = Date()
        var last: Date?
        @ObservationIgnored private var subscriptions = 1
        @ObservationIgnored private var bag = Set<AnyCancellable>()
        init() {
          let ticks = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
          ticks.sink { [weak self] in self?.now = $0 }.store(in: &bag)
          ticks.map { Optional($0) }
            // The last one.
            .sink { [weak self] in self?.last = $0 }
            .store(in: &self.bag)
        }
      }
      """,
      findings: [
        "3:13 changed observable", "1️⃣ changed published", "2️⃣ changed published", "6:15 changed ignored-storage",
        "7:15 changed ignored-storage", "4️⃣ changed assignment", "13:25 changed assignment",
      ]
    )
  }

  @Test func classWithoutASetGetsOne() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      final class Clock: ObservableObject {
        @Published var now = Date()
        func start() {
          Timer.publish(every: 1, on: .main, in: .common).autoconnect().assign(to: &$now)
        }
      }
      @MainActor final class Paused: ObservableObject {
        @Published var now = Date()
        private var bag = Set<AnyCancellable>()
        func start() {
          Timer.publish(every: 1, on: .main, in: .common).autoconnect().assign(to: &$now)
        }
        func stop() { bag.removeAll() }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Foundation
      import Observation
      @Observable
      final class Clock {
        @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
        var now = Date()
        func start() {
          Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { [weak self] in self?.now = $0 }.store(in: &subscriptions)
        }
      }
      @Observable
      @MainActor final class Paused {
        var now = Date()
        @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
        func start() {
          Timer.publish(every: 1, on: .main, in: .common).autoconnect().sink { [weak self] in self?.now = $0 }.store(in: &subscriptions)
        }
        func stop() { }
      }
      """,
      options: MigrationOptions()
    )
  }

  @Test func sourceMayStayWhereTheTargetConverts() async throws {
    try await Scenario(
      """
      import Combine
      final class Source: ObservableObject {
        @Published var all: [String] = []
        let names: AnyPublisher<[String], Never>
        init() { names = Source.make(); _ = 1️⃣$all.dropFirst() }
        static func make() -> AnyPublisher<[String], Never> { fatalError() }
      }
      final class Shown: ObservableObject {
        @Published var shown: [String] = []
        let source = Source()
        init() {
          source.2️⃣$all.assign(to: &$shown)
        }
      }
      """
    ).expect(
      """
      import Combine
      import Observation
      final class Source: ObservableObject {
        @Published var all: [String] = []
        let names: AnyPublisher<[String], Never>
        init() { names = Source.make(); _ = $all.dropFirst() }
        static func make() -> AnyPublisher<[String], Never> { fatalError() }
      }
      @Observable
      final class Shown {
        @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
        var shown: [String] = []
        let source = Source()
        init() {
          source.$all.sink { [weak self] in self?.shown = $0 }.store(in: &subscriptions)
        }
      }
      """,
      findings: [
        "1️⃣ needs a decision publisher", "8:13 changed observable", "9:3 changed published",
        "12:5 needs a decision pipeline", "12:29 changed assignment",
      ]
    )
  }

  @Test func rewrittenPipelineNeedsNoSet() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Source: ObservableObject {
        @Published var all: [String] = []
        @Published var shown: [String] = []
        init() {
          $all.assign(to: &$shown)
        }
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Source {
        private let observations = ObservationScope()
        var all: [String] = []
        var shown: [String] = []
        init() {
          self.shown = self.all
          observations.observe(self, \\.all) { [weak self] change in
            self?.shown = change.new
          }
        }
      }
      """,
      options: MigrationOptions(pipelines: true)
    )
  }

  @Test func bothEndsMayStayInCombine() async throws {
    try await Scenario(
      """
      import Combine
      final class Source: ObservableObject {
        @Published var all: [String] = []
        @Published private(set) var count = 0
        init() {
          $all
            .map(\\.count)
            .assign(to: &$count)
        }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      @Observable
      final class Source {
        @ObservationIgnored private var subscriptions = Set<AnyCancellable>()
        var all: [String] = [] {
          willSet { allSubject.send(newValue) }
        }
        @ObservationIgnored private lazy var allSubject = CurrentValueSubject<[String], Never>(_all)
        private(set) var count = 0
        init() {
          allSubject
            .map(\\.count)
            .sink { [weak self] in self?.count = $0 }
            .store(in: &subscriptions)
        }
      }
      """,
      options: MigrationOptions(subjects: true)
    )
  }

  /// They would run each time, and could go round in circles.
  @Test(arguments: [MigrationOptions(), MigrationOptions(pipelines: true), MigrationOptions(subjects: true)])
  func propertyWithObserversNeedsADecision(options: MigrationOptions) {
    let source = """
      import Combine
      @MainActor final class Settings: ObservableObject {
        private let values = PassthroughSubject<Int, Never>()
        @Published var value = 1 {
          didSet { values.send(value) }
        }
        @Published private(set) var doubled = 2 { willSet { print(newValue) } }
        init() {
          values.assign(to: &$value)
          $value.map { $0 * 2 }.assign(to: &self.$doubled)
        }
      }
      """
    let result = Migration(options: options).recorded([SourceFile(path: "File.swift", text: source)])[0]
    #expect(result.migrated == source)
    let decisions = result.findings.filter { $0.state == .needsDecision && $0.rule == "assignment" }
    #expect(decisions.map(\.line) == [9, 10])
  }

  @Test func assignmentToThePublisherOfAnotherObjectNeedsADecision() throws {
    let source = """
      import Combine
      final class Total: ObservableObject {
        @Published var sum = 0
      }
      @MainActor final class Cart: ObservableObject {
        @Published var count = 0
        let total = Total()
        init() {
          Just(1).assign(to: &total.$sum)
        }
      }
      """
    let result = Migration(options: MigrationOptions(pipelines: true, subjects: true))
      .recorded([SourceFile(path: "Cart.swift", text: source)])[0]
    let decision = try #require(result.findings.first { $0.state == .needsDecision })
    #expect(decision.line == 9 && decision.type == "Total")
    #expect(result.migrated.contains("final class Total: ObservableObject {\n  @Published var sum = 0"))
    #expect(result.migrated.contains("@MainActor final class Cart {"))
  }

  /// Foundation has the publisher and `assign(to:)`, but not the type of the subscriptions.
  @Test func propertyForSubscriptionsNeedsCombine() {
    let source = """
      import Foundation
      import SwiftUI
      final class Player: ObservableObject {
        @Published var isPlaying = false
        init(_ center: NotificationCenter) {
          center.publisher(for: .playing).map { _ in true }.assign(to: &$isPlaying)
        }
      }
      """
    let result = Migration().recorded([SourceFile(path: "Player.swift", text: source)])[0]
    #expect(result.migrated.hasPrefix("import Combine\nimport Foundation\n"))
    #expect(result.migrated.contains("private var subscriptions = Set<AnyCancellable>()"))
  }
}
