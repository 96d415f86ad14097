import ObservationMigration
import Testing

/// What several subscriptions of one class have in common.
@Suite struct PipelineClassTests {
  private static let pipelines = MigrationOptions(pipelines: true)

  @Test func classGetsItsScopeAndItsTasksOnce() throws {
    try Scenario(
      """
      import Combine
      import Foundation
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        @Published var limit = 1
        private var cancellables = Set<AnyCancellable>()
        private var work: AnyCancellable?

        init() {
          $query.dropFirst().sink { [weak self] _ in self?.check() }.store(in: &cancellables)
          $query.filter { $0 != "" }.sink { [weak self] _ in self?.check() }.store(in: &cancellables)
          $limit.dropFirst().sink { [weak self] _ in self?.check() }.store(in: &cancellables)
          $limit.filter { $0 > 1 }.sink { [weak self] _ in self?.check() }.store(in: &cancellables)
          work = $limit.filter { $0 > 2 }.sink { [weak self] _ in self?.check() }
        }

        func check() {}
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
        var limit = 1
        private let observations = ObservationScope()
        @ObservationIgnored private var tasks: [Task<Void, Never>] = []
        @ObservationIgnored private var work: Task<Void, Never>?

        init() {
          observations.observe(self, \\.query) { [weak self] _ in self?.check() }
          let queryValues = ObservationBridge(of: self) { $0.query }.filter { $0 != "" }
          tasks.append(Task { [weak self] in
            for await _ in queryValues where !Task.isCancelled { self?.check() }
          })
          observations.observe(self, \\.limit) { [weak self] _ in self?.check() }
          let limitValues = ObservationBridge(of: self) { $0.limit }.filter { $0 > 1 }
          tasks.append(Task { [weak self] in
            for await _ in limitValues where !Task.isCancelled { self?.check() }
          })
          let limitValues2 = ObservationBridge(of: self) { $0.limit }.filter { $0 > 2 }
          work?.cancel()
          work = Task { [weak self] in
            for await _ in limitValues2 where !Task.isCancelled { self?.check() }
          }
        }

        func check() {}

        deinit {
          for task in tasks { task.cancel() }
          work?.cancel()
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func namesInOneFunctionDiffer() throws {
    try Scenario(
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

  @Test func emptyingTheSetEndsWhatHasTakenItsPlace() throws {
    try Scenario(
      """
      import Combine
      @MainActor final class Model: ObservableObject {
        @Published var title = ""
      }
      @MainActor final class Cell {
        private var text = ""
        private var bag = Set<AnyCancellable>()
        func show(_ model: Model) {
          bag.removeAll()
          model.$title.dropFirst().sink { [weak self] title in self?.text = title }.store(in: &bag)
          model.$title.filter { $0 != "" }.sink { [weak self] title in self?.text = title }.store(in: &bag)
        }
      }
      extension Cell {
        func prepareForReuse() { self.bag = []; text = "" }
      }
      @MainActor final class Bar {
        private var text = ""
        private var bag = Set<AnyCancellable>()
        private let model = Model()
        func bind() {
          model.$title.dropFirst().sink { [weak self] title in self?.text = title }.store(in: &bag)
          let subject = PassthroughSubject<Int, Never>()
          subject.sink { _ in }.store(in: &bag)
        }
        func unbind() {
          bag.forEach { $0.cancel() }
          bag = Set()
        }
      }
      """
    ).expectMigrated(
      """
      import Combine
      import Observation
      import ObservationBridge
      @Observable
      @MainActor final class Model {
        var title = ""
      }
      @MainActor final class Cell {
        private var text = ""
        private let observations = ObservationScope()
        private var tasks: [Task<Void, Never>] = []
        func show(_ model: Model) {
          observations.cancelAll()
          for task in tasks { task.cancel() }
          tasks.removeAll()
          observations.observe(model, \\.title) { [weak self] change in let title = change.new; self?.text = title }
          let titleValues = ObservationBridge(of: model) { $0.title }.filter { $0 != "" }
          tasks.append(Task { [weak self] in
            for await title in titleValues where !Task.isCancelled { self?.text = title }
          })
        }

        deinit {
          for task in tasks { task.cancel() }
        }
      }
      extension Cell {
        func prepareForReuse() { observations.cancelAll(); for task in tasks { task.cancel() }; tasks.removeAll(); text = "" }
      }
      @MainActor final class Bar {
        private var text = ""
        private let observations = ObservationScope()
        private var bag = Set<AnyCancellable>()
        private let model = Model()
        func bind() {
          observations.observe(model, \\.title) { [weak self] change in let title = change.new; self?.text = title }
          let subject = PassthroughSubject<Int, Never>()
          subject.sink { _ in }.store(in: &bag)
        }
        func unbind() {
          bag.forEach { $0.cancel() }
          observations.cancelAll()
          bag = Set()
          observations.cancelAll()
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test(
    arguments: [
      ("if bag.isEmpty { check() }", "", "used in other ways"),
      ("func empty(_ bag: inout Set<AnyCancellable>) { bag = [] }; empty(&bag)", "", "used in other ways"),
      ("let stop = { [weak self] in self?.bag.removeAll() }; stop()", "", "used in other ways"),
      ("bag = other", "", "used in other ways"),
      ("bag.removeAll()", "$query.assign(to: &$copy)", "emptied"),
      ("bag.removeAll()", "$query.dropFirst().sink { _ in }.store(in: &other)", "emptied"),
    ]
  )
  func setOfWhichMoreIsMadeNeedsADecision(_ use: String, _ statement: String, _ reason: String) throws {
    let source = """
      import Combine
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        @Published var copy = ""
        private var bag = Set<AnyCancellable>()
        private var other = Set<AnyCancellable>()
        init() {
          $query.dropFirst().sink { _ in }.store(in: &bag)
          \(statement)
        }
        func check() { other.removeAll() }
      }
      extension Search {
        func reset() {
          \(use)
        }
      }
      """
    if Toolchain.isAvailable {
      let errors = try Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let results = Migration(options: Self.pipelines).run([SourceFile(path: "File.swift", text: source)])
    #expect(results[0].migrated == source)
    let messages = results[0].findings.filter { $0.state == .needsDecision && $0.rule == "pipeline" }.map(\.message)
    #expect(messages.contains { $0.contains(reason) }, "\(messages)")
  }

  @Test func extensionInTheSameFileSubscribesAsWell() throws {
    try Scenario(
      """
      import Combine
      extension Search {
        func bind() {
          $query.dropFirst().sink { [weak self] _ in self?.check() }.store(in: &bag)
        }
      }
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        private var bag = Set<AnyCancellable>()
        func check() {}
      }
      """
    ).expectMigrated(
      """
      import Observation
      import ObservationBridge
      extension Search {
        func bind() {
          observations.observe(self, \\.query) { [weak self] _ in self?.check() }
        }
      }
      @Observable
      @MainActor final class Search {
        var query = ""
        private let observations = ObservationScope()
        func check() {}
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func valueIsAssignedToAnotherObject() throws {
    try Scenario(
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

  @Test func closureThatNamesItsTypeIsUnderstood() throws {
    try Scenario(
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

  @Test func cellFollowsItsModelUntilItIsReused() throws {
    try Scenario(
      """
      import Combine
      import UIKit
      @MainActor final class Model: ObservableObject {
        @Published var title = ""
        @Published var items: [String] = []
        static let shared = Model()
      }
      final class Cell: UIView {
        /// Subscriptions.
        private var bag = Set<AnyCancellable>()
        private let label = UILabel()
        private weak var other: UILabel?
        func prepareForReuse() {
          bag.removeAll() // reused
        }
        func configure(with model: Model, index: Int) {
          model.$title
            .map { title in "\\(title) \\(index)" }
            .sink { [weak self] text in self?.label.text = text }
            .store(in: &bag)
          Model.shared.$items
            .dropFirst()
            .debounce(for: 0.25, scheduler: DispatchQueue.main)
            .map { $0.count }
            .removeDuplicates()
            .sink { [weak self, weak other] count in
              guard count > 0 else { return }
              self?.label.text = "\\(count)"
              _ = other
            }
            .store(in: &bag)
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
        var title = ""
        var items: [String] = []
        static let shared = Model()
      }
      final class Cell: UIView {
        private var tasks: [Task<Void, Never>] = []
        private let label = UILabel()
        private weak var other: UILabel?
        func prepareForReuse() {
          for task in tasks { task.cancel() }
          tasks.removeAll() // reused
        }
        func configure(with model: Model, index: Int) {
          let titleValues = ObservationBridge(of: model) { "\\($0.title) \\(index)" }
          tasks.append(Task { [weak self] in
            for await text in titleValues where !Task.isCancelled { self?.label.text = text }
          })
          let itemsValues = ObservationBridge(
            of: Model.shared,
            options: .rateLimit(.debounce(ObservationDebounce(interval: .seconds(0.25))))
          ) { $0.items.count }.removeDuplicates().dropFirst()
          tasks.append(Task { [weak self, weak other] in
            for await count in itemsValues where !Task.isCancelled {
              guard count > 0 else { continue }
              self?.label.text = "\\(count)"
              _ = other
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

  @Test func namesInClosuresKeepTheirMeaning() throws {
    try Scenario(
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

  @Test func typeThatTheSubscriberCanNotNameMakesAStream() throws {
    try Scenario(
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

  @Test func classMayStayWhenItsModelConverts() throws {
    let source = """
      import Combine
      @MainActor final class Model: ObservableObject {
        @Published var title = ""
      }
      @MainActor final class Other: ObservableObject {
        @Published var title = ""
        private var bag = Set<AnyCancellable>()
        func bind(_ model: Model) {
          model.$title.filter { $0 != "" }.sink { [weak self] in self?.title = $0 }.store(in: &bag)
        }
      }
      """
    let options = MigrationOptions(pipelines: true, onlyTypes: ["Model"])
    let migrated = Migration(options: options).run([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated.contains("final class Other: ObservableObject"))
    #expect(migrated.contains("  private var tasks: [Task<Void, Never>] = []"))
    if Toolchain.isAvailable { #expect(try Toolchain.errors(in: [("File.swift", migrated)]) == []) }
  }

  @Test(
    arguments: [
      ("fileprivate var bag = Set<AnyCancellable>()", "$title.sink { _ in }.store(in: &bag)", "no private property"),
      (
        "private var bag: [AnyCancellable] = []; func f() { bag.removeAll { $0 === other } }",
        "$title.sink { _ in }.store(in: &bag)", "used in other ways"
      ),
      ("private var bag = Set<AnyCancellable>()", "make().$title.sink { _ in }.store(in: &bag)", "no plain expression"),
      (
        "private var bag = Set<AnyCancellable>()",
        "$title.throttle(for: 1, scheduler: RunLoop.main, latest: flag).sink { _ in }.store(in: &bag)", "no literal"
      ),
      (
        "private var bag = Set<AnyCancellable>()",
        "$title /* all of them */.sink { _ in }.store(in: &bag)", "a comment stands"
      ),
      (
        "private var bag = Set<AnyCancellable>()",
        "var bag = Set<AnyCancellable>(); $title.sink { _ in }.store(in: &bag)", "no private property"
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
  func subscriptionThatWouldChangeNeedsADecision(_ storage: String, _ statement: String, _ reason: String) throws {
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
      let errors = try Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let results = Migration(options: Self.pipelines).run([SourceFile(path: "File.swift", text: source)])
    #expect(results[0].migrated == source)
    let messages = results[0].findings.filter { $0.state == .needsDecision }.map(\.message)
    #expect(messages.contains { $0.contains(reason) }, "\(messages)")
  }
}
