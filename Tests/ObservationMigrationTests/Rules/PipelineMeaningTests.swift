import ObservationMigration
import Testing

/// Names, types and values mean in what is generated what they meant in the subscription.
@Suite struct PipelineMeaningTests {
  private static let pipelines = MigrationOptions(pipelines: true)

  @Test func namesInOneFunctionDiffer() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        private var bag = Set<AnyCancellable>()
        init(queryDidChange3: Int, observations: [Int]) {
          $query.sink { [weak self] in self?.check($0) }.store(in: &bag)
          $query.sink { [weak self] in self?.check($0) }.store(in: &bag)
          $query.sink { [weak self] in self?.check($0) }.store(in: &bag)
        }
        func restart() {
          $query.sink { [weak self] in self?.check($0) }.store(in: &bag)
        }
        func check(_ query: String) {}
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Search {
        var query = ""
        private let observations = ObservationScope()
        init(queryDidChange3: Int, observations: [Int]) {
          let queryDidChange: @MainActor (String) -> Void = { [weak self] in self?.check($0) }
          queryDidChange(self.query)
          self.observations.observe(self, \\.query) { queryDidChange($0.new) }
          let queryDidChange2: @MainActor (String) -> Void = { [weak self] in self?.check($0) }
          queryDidChange2(self.query)
          self.observations.observe(self, \\.query) { queryDidChange2($0.new) }
          let queryDidChange4: @MainActor (String) -> Void = { [weak self] in self?.check($0) }
          queryDidChange4(self.query)
          self.observations.observe(self, \\.query) { queryDidChange4($0.new) }
        }
        func restart() {
          let queryDidChange: @MainActor (String) -> Void = { [weak self] in self?.check($0) }
          queryDidChange(self.query)
          observations.observe(self, \\.query) { queryDidChange($0.new) }
        }
        func check(_ query: String) {}
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func valueIsAssignedToAnotherObject() async throws {
    try await Scenario(
      """
      import Combine
      import UIKit
      @MainActor final class Model: ObservableObject {
        @Published var title: String? = ""
        @Published var count = 0
      }
      final class Controller: UIViewController {
        private let model = Model()
        private let label = UILabel()
        private weak var outlet: UILabel!
        private var bag = Set<AnyCancellable>()
        override func viewDidLoad() {
          model.$title.assign(to: \\.text, on: label).store(in: &bag)
          model.$title.dropFirst().assign(to: \\.text, on: self.outlet).store(in: &bag)
          let local = UILabel()
          model.$count.map { "\\($0)" }.removeDuplicates().map { $0 as String? }.assign(to: \\.text, on: local).store(in: &bag)
        }
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      import UIKit
      @Observable
      @MainActor final class Model {
        var title: String? = ""
        var count = 0
      }
      final class Controller: UIViewController {
        private let model = Model()
        private let label = UILabel()
        private weak var outlet: UILabel!
        private let observations = ObservationScope()
        private var tasks: [Task<Void, Never>] = []
        override func viewDidLoad() {
          label.text = model.title
          observations.observe(model, \\.title) { [weak self] change in
            self?.label.text = change.new
          }
          observations.observe(model, \\.title) { [weak self] change in
            self?.outlet.text = change.new
          }
          let local = UILabel()
          let countValues = ObservationBridge(of: model) { "\\($0.count)" }.removeDuplicates().map { $0 as String? }
          tasks.append(Task { [local] in
            for await value in countValues where !Task.isCancelled {
              local.text = value
            }
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

  @Test func closureThatNamesItsTypeIsUnderstood() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        private var bag = Set<AnyCancellable>()
        init() {
          $query.sink { [weak self] (query: String) in self?.check(query) }.store(in: &bag)
          $query.dropFirst().sink { [weak self] (query: String) -> Void in
            self?.check(query)
          }.store(in: &bag)
          $query.filter { $0 != "" }.sink { [weak self] (query: String) in self?.check(query) }.store(in: &bag)
        }
        func check(_ query: String) {}
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Search {
        var query = ""
        private let observations = ObservationScope()
        private var tasks: [Task<Void, Never>] = []
        init() {
          let queryDidChange: @MainActor (String) -> Void = { [weak self] (query: String) in self?.check(query) }
          queryDidChange(self.query)
          observations.observe(self, \\.query) { queryDidChange($0.new) }
          observations.observe(self, \\.query) { [weak self] change -> Void in
            let query: String = change.new
            self?.check(query)
          }
          let queryValues = ObservationBridge(of: self) { $0.query }.filter { $0 != "" }
          tasks.append(Task { [weak self] in
            for await query in queryValues where !Task.isCancelled { self?.check(query) }
          })
        }
        func check(_ query: String) {}

        deinit {
          for task in tasks { task.cancel() }
        }
      }
      """.replacing("private var tasks", with: "@ObservationIgnored private var tasks"),
      options: Self.pipelines
    )
  }

  @Test func namesInClosuresKeepTheirMeaning() async throws {
    try await Scenario(
      """
      import Combine
      struct Row { var name = ""; var isDone = false }
      @MainActor final class Model: ObservableObject {
        @Published var items: [Row] = []
        @Published var cents = 1
        @Published var name = ""
        private(set) var open = 0
        private(set) var text = ""
        private var bag = Set<AnyCancellable>()
        init(value: Int, change: Int) {
          $items.map { rows in rows.filter { !$0.isDone }.count }.assign(to: \\.open, on: self).store(in: &bag)
          $cents.map { "from $0.99 to \\($0)" }.assign(to: \\.text, on: self).store(in: &bag)
          $name.filter { $0 != "" }.sink { print($0, value) }.store(in: &bag)
          $name.dropFirst().sink { name in print(name, change) }.store(in: &bag)
        }
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      struct Row { var name = ""; var isDone = false }
      @Observable
      @MainActor final class Model {
        var items: [Row] = []
        var cents = 1
        var name = ""
        @ObservationIgnored private(set) var open = 0
        @ObservationIgnored private(set) var text = ""
        private let observations = ObservationScope()
        @ObservationIgnored private var tasks: [Task<Void, Never>] = []
        init(value: Int, change: Int) {
          self.open = self.items.filter { !$0.isDone }.count
          observations.observe(self, \\.items) { [weak self] change2 in
            self?.open = change2.new.filter { !$0.isDone }.count
          }
          self.text = "from $0.99 to \\(self.cents)"
          observations.observe(self, \\.cents) { [weak self] change2 in
            self?.text = "from $0.99 to \\(change2.new)"
          }
          let nameValues = ObservationBridge(of: self) { $0.name }.filter { $0 != "" }
          tasks.append(Task {
            for await value2 in nameValues where !Task.isCancelled { print(value2, value) }
          })
          observations.observe(self, \\.name) { change2 in let name = change2.new; print(name, change) }
        }

        deinit {
          for task in tasks { task.cancel() }
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func typeThatTheSubscriberCanNotNameMakesAStream() async throws {
    try await Scenario(
      """
      import Combine
      import UIKit
      @MainActor final class Model: ObservableObject {
        enum State: Sendable { case on, off }
        @Published var state = State.on
        @Published var level: State = .on
        @Published var count: Int! = 1
      }
      final class Controller: UIView {
        enum State { case other }
        private let model = Model()
        private var bag = Set<AnyCancellable>()
        private var token: AnyCancellable?
        private(set) var kept = Set<AnyCancellable>()
        func bind() {
          model.$level.sink { [weak self] level in self?.show(level) }.store(in: &bag)
          token = model.$count.dropFirst().sink { _ in }
        }
        func show(_ level: Model.State) {}
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      import ObservationBridge
      import UIKit
      @Observable
      @MainActor final class Model {
        enum State: Sendable { case on, off }
        var state = State.on
        var level: State = .on
        var count: Int! = 1
      }
      final class Controller: UIView {
        enum State { case other }
        private let model = Model()
        private var tasks: [Task<Void, Never>] = []
        private var token: Task<Void, Never>?
        private(set) var kept = Set<AnyCancellable>()
        func bind() {
          let levelValues = ObservationBridge(of: model) { $0.level }
          tasks.append(Task { [weak self] in
            for await level in levelValues where !Task.isCancelled { self?.show(level) }
          })
          let countValues = ObservationBridge(of: model) { $0.count }.dropFirst()
          token?.cancel()
          token = Task {
            for await _ in countValues where !Task.isCancelled { }
          }
        }
        func show(_ level: Model.State) {}

        deinit {
          for task in tasks { task.cancel() }
          token?.cancel()
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test(
    arguments: [
      ("fileprivate var bag = Set<AnyCancellable>()", "$title.sink { _ in }.store(in: &bag)", "isn't stored in a"),
      (
        "private var bag: [AnyCancellable] = []; func f() { bag.removeAll { $0 === other } }",
        "$title.sink { _ in }.store(in: &bag)", "used in other ways"
      ),
      ("private var bag = Set<AnyCancellable>()", "make().$title.sink { _ in }.store(in: &bag)", "a plain expression"),
      (
        "private var bag = Set<AnyCancellable>()",
        "$title.throttle(for: 1, scheduler: RunLoop.main, latest: flag).sink { _ in }.store(in: &bag)", "a literal"
      ),
      (
        "private var bag = Set<AnyCancellable>()",
        "$title.debounce(for: .init(floatLiteral: 1), scheduler: RunLoop.main).sink { _ in }.store(in: &bag)",
        "neither a literal nor"
      ),
      (
        "private var bag = Set<AnyCancellable>()",
        "$title /* all of them */.sink { _ in }.store(in: &bag)", "there is a comment"
      ),
      (
        "private var bag = Set<AnyCancellable>()",
        "var bag = Set<AnyCancellable>(); $title.sink { _ in }.store(in: &bag)", "isn't stored in a"
      ),
      (
        "private var bag = Set<AnyCancellable>()",
        "let object = make(); $title.compactMap { object.title + $0 }.sink { _ in }.store(in: &bag)", "uses an object"
      ),
      (
        "private var bag = Set<AnyCancellable>()\n  #if os(Linux)\n  deinit {}\n  #endif",
        "$title.filter { $0 != \"\" }.sink { _ in }.store(in: &bag)", "deinit"
      ),
    ]
  )
  func subscriptionThatWouldChangeNeedsADecision(_ storage: String, _ statement: String, _ reason: String) async throws
  {
    let source = """
      import Combine
      import Foundation
      @MainActor final class Search: ObservableObject {
        @Published var title = ""
        let flag = true
        var other: AnyCancellable?
        \(storage)
        func bind() {
          \(statement)
        }
        func make() -> Search { self }
      }
      """
    if Toolchain.isAvailable {
      let errors = try await Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let results = Migration(options: Self.pipelines).recorded([SourceFile(path: "File.swift", text: source)])
    #expect(results[0].migrated == source)
    let messages = results[0].findings.filter { $0.state == .needsDecision }.map(\.message)
    #expect(messages.contains { $0.contains(reason) }, "\(messages)")
  }
}
