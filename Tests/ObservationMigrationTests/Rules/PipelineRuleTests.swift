import ObservationMigration
import Testing

@Suite struct PipelineRuleTests {
  private static let pipelines = MigrationOptions(pipelines: true)

  @Test func subscriptionNeedsADecisionWithoutTheOption() async throws {
    let results = try await Scenario(
      """
      import Combine
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        private var cancellables = Set<AnyCancellable>()
        init() {
          1️⃣$query.sink { [weak self] query in self?.search(query) }.store(in: &cancellables)
        }
        func search(_ query: String) {}
      }
      """
    ).expect(nil, findings: ["1️⃣ needs a decision pipeline"])
    #expect(results[0].findings[0].message.contains(#"observations.observe(self, \.query)"#))
  }

  @Test func sinkBecomesAnObservationThatDeliversTheFirstValueAsWell() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        @Published var limit: Int? = nil
        @Published private(set) var copy = ""
        @Published private(set) var length = 0
        private var cancellables = Set<AnyCancellable>()
        private var limits: AnyCancellable?
        init() {
          $query
            .sink { [weak self] query in
              guard let self else { return }
              self.search(query)
            }
            .store(in: &cancellables)
          limits = $limit.dropFirst().sink(receiveValue: { [weak self] in self?.restrict($0) })
          $query.assign(to: &$copy)
          $query.map { $0.count }.assign(to: \\.length, on: self).store(in: &cancellables)
        }
        func search(_ query: String) {}
        func restrict(_ limit: Int?) {}
        func stop() { limits?.cancel(); limits = nil }
      }
      """
    ).expectMigrated(
      """
      import Foundation
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Search {
        var query = ""
        var limit: Int? = nil
        private(set) var copy = ""
        private(set) var length = 0
        private let observations = ObservationScope()
        @ObservationIgnored private var limits: PortableObservationToken?
        init() {
          let queryDidChange: @MainActor (String) -> Void = { [weak self] query in
            guard let self else { return }
            self.search(query)
          }
          queryDidChange(self.query)
          observations.observe(self, \\.query) { queryDidChange($0.new) }
          limits = withPropertyObservation(of: self, \\.limit) { [weak self] in self?.restrict($0.new) }
          self.copy = self.query
          observations.observe(self, \\.query) { [weak self] change in
            self?.copy = change.new
          }
          self.length = self.query.count
          observations.observe(self, \\.query) { [weak self] change in
            self?.length = change.new.count
          }
        }
        func search(_ query: String) {}
        func restrict(_ limit: Int?) {}
        func stop() { limits?.cancel(); limits = nil }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func rateLimitsAndFiltersBecomeStreams() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      @MainActor
      final class Search: ObservableObject {
        @Published var query = ""
        @Published var scroll = 0.0
        private var cancellables = Set<AnyCancellable>()
        private var work: AnyCancellable?
        func start() {
          $query
            .map(\\.count)
            .removeDuplicates()
            .dropFirst()
            .debounce(for: 0.3, scheduler: RunLoop.main)
            .filter { $0 > 2 }
            .sink { [weak self] count in
              if count > 10 { return }
              self?.search(count)
            }
            .store(in: &cancellables)
          work = $scroll.throttle(for: .seconds(1), scheduler: DispatchQueue.main, latest: false).sink { [weak self] in
            self?.show($0)
          }
        }
        func search(_ count: Int) {}
        func show(_ offset: Double) {}
        deinit {
          print("gone")
        }
      }
      """
    ).expectMigrated(
      """
      import Foundation
      import Observation
      import ObservationBridge
      @Observable
      @MainActor
      final class Search {
        var query = ""
        var scroll = 0.0
        @ObservationIgnored private var tasks: [Task<Void, Never>] = []
        @ObservationIgnored private var work: Task<Void, Never>?
        func start() {
          let queryValues = ObservationBridge(
            of: self,
            options: .rateLimit(.debounce(ObservationDebounce(interval: .seconds(0.3))))
          ) { $0.query.count }.removeDuplicates().dropFirst().filter { $0 > 2 }
          tasks.append(Task { [weak self] in
            for await count in queryValues where !Task.isCancelled {
              if count > 10 { continue }
              self?.search(count)
            }
          })
          let scrollValues = ObservationBridge(
            of: self,
            options: .rateLimit(.throttle(ObservationThrottle(interval: .seconds(1), mode: .earliest)))
          ) { $0.scroll }
          work?.cancel()
          work = Task { [weak self] in
            for await value in scrollValues where !Task.isCancelled {
              self?.show(value)
            }
          }
        }
        func search(_ count: Int) {}
        func show(_ offset: Double) {}
        deinit {
          for task in tasks { task.cancel() }
          work?.cancel()
          print("gone")
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func intervalsMayHaveNames() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      @MainActor
      final class Search: ObservableObject {
        @Published var query = ""
        @Published var scroll = 0.0
        private let delay: DispatchQueue.SchedulerTimeType.Stride = 0.3
        private var bag = Set<AnyCancellable>()
        init(pause: RunLoop.SchedulerTimeType.Stride) {
          $query.debounce(for: delay, scheduler: DispatchQueue.main).sink { print($0) }.store(in: &bag)
          $scroll.throttle(for: pause, scheduler: RunLoop.main, latest: true).sink { print($0) }.store(in: &bag)
        }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Foundation
      import Observation
      import ObservationBridge
      @Observable
      @MainActor
      final class Search {
        var query = ""
        var scroll = 0.0
        private let delay: DispatchQueue.SchedulerTimeType.Stride = 0.3
        @ObservationIgnored private var tasks: [Task<Void, Never>] = []
        init(pause: RunLoop.SchedulerTimeType.Stride) {
          let queryValues = ObservationBridge(
            of: self,
            options: .rateLimit(.debounce(ObservationDebounce(interval: .nanoseconds(delay.magnitude), mode: .delayedFirst)))
          ) { $0.query }
          tasks.append(Task {
            for await value in queryValues where !Task.isCancelled { print(value) }
          })
          let scrollValues = ObservationBridge(
            of: self,
            options: .rateLimit(.throttle(ObservationThrottle(interval: .seconds(pause.magnitude))))
          ) { $0.scroll }
          tasks.append(Task {
            for await value in scrollValues where !Task.isCancelled { print(value) }
          })
        }

        deinit {
          for task in tasks { task.cancel() }
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func valuesOfFrameworksAndOfEnumerationsAreSendable() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      protocol Value: Hashable, Sendable {}
      struct Named: Value { var text: Any? { nil } }
      enum Phase { case idle, loading(Double, of: [Named]) }
      @MainActor final class Model: ObservableObject {
        @Published var phase = Phase.idle
        @Published var range: NSRange?
        private var bag = Set<AnyCancellable>()
        init() {
          $phase.filter { _ in true }.sink { _ in }.store(in: &bag)
          $range.filter { _ in true }.sink { _ in }.store(in: &bag)
        }
      }
      """
    ).expectMigrated(
      """
      import Foundation
      import Observation
      import ObservationBridge
      protocol Value: Hashable, Sendable {}
      struct Named: Value { var text: Any? { nil } }
      enum Phase { case idle, loading(Double, of: [Named]) }
      @Observable
      @MainActor final class Model {
        var phase = Phase.idle
        var range: NSRange?
        @ObservationIgnored private var tasks: [Task<Void, Never>] = []
        init() {
          let phaseValues = ObservationBridge(of: self) { $0.phase }.filter { _ in true }
          tasks.append(Task {
            for await _ in phaseValues where !Task.isCancelled { }
          })
          let rangeValues = ObservationBridge(of: self) { $0.range }.filter { _ in true }
          tasks.append(Task {
            for await _ in rangeValues where !Task.isCancelled { }
          })
        }

        deinit {
          for task in tasks { task.cancel() }
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func controllerObservesItsModel() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Model: ObservableObject {
        @Published var title = ""
      }
      @MainActor final class Controller {
        private let model: Model
        private var text = ""
        private var cancellables: Set<AnyCancellable> = []
        init(model: Model) {
          self.model = model
          model.$title.dropFirst().sink { [unowned self] title in
            text = title
          }.store(in: &cancellables)
        }
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Model {
        var title = ""
      }
      @MainActor final class Controller {
        private let model: Model
        private var text = ""
        private let observations = ObservationScope()
        init(model: Model) {
          self.model = model
          observations.observe(model, \\.title) { [unowned self] change in
            let title = change.new
            text = title
          }
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test(
    arguments: [
      ("$query.sink { [weak self] in self?.take($0) }.store(in: &cancellables)", "", "@MainActor"),
      ("$query.sink { self.take($0) }.store(in: &cancellables)", "@MainActor ", "strongly"),
      ("$query.sink { [weak self] in self?.take($0) }.store(in: &open)", "@MainActor ", "private"),
      ("token = $query.sink { [weak self] in self?.take($0) }; print(token as Any)", "@MainActor ", "for other things"),
      (
        "$query.combineLatest($other).sink { [weak self] in self?.take($0.0) }.store(in: &cancellables)", "@MainActor ",
        "it doesn't rewrite `combineLatest`"
      ),
      (
        "$query.debounce(for: .init(floatLiteral: 1), scheduler: RunLoop.main).sink { _ in }.store(in: &cancellables)",
        "@MainActor ", "literal"
      ),
      (
        "$query.filter { $0 != \"\" }.debounce(for: 1, scheduler: RunLoop.main).sink { [weak self] in self?.take($0) }.store(in: &cancellables)",
        "@MainActor ", "in a place where"
      ),
      (
        "$query.filter { $0 != self.other }.sink { [weak self] in self?.take($0) }.store(in: &cancellables)",
        "@MainActor ", "uses `self`"
      ),
      (
        "$query.filter { $0 != \"\" }.sink { [weak self] in for _ in 0...1 { if $0 == \"a\" { return }; self?.take($0) } }.store(in: &cancellables)",
        "@MainActor ", "loop"
      ),
      (
        "$thing.filter { _ in true }.sink { [weak self] _ in self?.take(\"\") }.store(in: &cancellables)",
        "@MainActor ",
        "Sendable"
      ),
      (
        "$boxed.filter { _ in true }.sink { [weak self] _ in self?.take(\"\") }.store(in: &cancellables)",
        "@MainActor ",
        "Sendable"
      ),
      ("let all = [1].map { _ in $query.sink { _ in } }; print(all)", "@MainActor ", nil),
    ] as [(String, String, String?)]
  )
  func subscriptionThatIsNotUnderstoodNeedsADecision(_ statement: String, _ isolation: String, _ reason: String?)
    async throws
  {
    let source = """
      import Combine
      import Foundation
      final class Thing {}; enum Boxed { case none, thing(Thing) }
      \(isolation)final class Search: ObservableObject {
        @Published var query = ""; @Published var boxed = Boxed.none
        @Published var other = ""
        @Published var thing = Thing()
        private var cancellables = Set<AnyCancellable>()
        var open = Set<AnyCancellable>()
        private var token: AnyCancellable?
        init() {
          \(statement)
        }
        func take(_ query: String) {}
      }
      """
    if Toolchain.isAvailable {
      let errors = try await Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let results = Migration(options: Self.pipelines).recorded([SourceFile(path: "File.swift", text: source)])
    #expect(results[0].migrated == source)
    let findings = results[0].findings.filter { $0.state == .needsDecision }
    #expect(findings.contains { $0.line == 12 && ($0.rule == "pipeline" || $0.rule == "publisher") })
    if let reason { #expect(findings.contains { $0.message.contains(reason) }, "\(findings.map(\.message))") }
  }
}
