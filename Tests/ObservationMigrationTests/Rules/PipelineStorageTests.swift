import ObservationMigration
import Testing

/// The sets that keep pipelines, and what takes their place.
@Suite struct PipelineStorageTests {
  private static let pipelines = MigrationOptions(pipelines: true)

  @Test func emptyingTheSetEndsWhatHasTakenItsPlace() async throws {
    try await Scenario(
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
  func setOfWhichMoreIsMadeNeedsADecision(_ use: String, _ statement: String, _ reason: String) async throws {
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
      let errors = try await Toolchain.errors(in: [("File.swift", source)], language: "5")
      #expect(errors == [])
    }
    let results = Migration(options: Self.pipelines).recorded([SourceFile(path: "File.swift", text: source)])
    #expect(results[0].migrated == source)
    let messages = results[0].findings.filter { $0.state == .needsDecision && $0.rule == "pipeline" }.map(\.message)
    #expect(messages.contains { $0.contains(reason) }, "\(messages)")
  }

  @Test func setOfAFunctionIsThatOfTheObjectInTheEnd() async throws {
    try await Scenario(
      """
      import Combine
      import Foundation
      @MainActor final class General: ObservableObject {
        @Published var usesBar = false
        @Published var offset = 0.0
        private var cancellables = Set<AnyCancellable>()
        init() {
          var c = Set<AnyCancellable>()
          $offset.dropFirst().sink { print($0) }.store(in: &c)
          cancellables = c
        }
        func configure(_ isFull: Bool) {
          var c: Set<AnyCancellable> = []
          $usesBar.dropFirst().sink { print($0) }.store(in: &c)
          if isFull {
            $offset.filter { $0 > 1 }.sink { print($0) }.store(in: &c)
          }

          cancellables = c
        }
      }
      @MainActor final class Mixed: ObservableObject {
        @Published var usesBar = false
        private var cancellables = Set<AnyCancellable>()
        func configure(_ names: AnyPublisher<String, Never>) {
          var c = Set<AnyCancellable>()
          $usesBar.dropFirst().sink { print($0) }.store(in: &c)
          names.sink { print($0) }.store(in: &c)
          cancellables = c
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
      @MainActor final class General {
        var usesBar = false
        var offset = 0.0
        private let observations = ObservationScope()
        @ObservationIgnored private var tasks: [Task<Void, Never>] = []
        init() {
          observations.observe(self, \\.offset) { print($0.new) }
        }
        func configure(_ isFull: Bool) {
          observations.cancelAll()
          for task in tasks { task.cancel() }
          tasks.removeAll()
          observations.observe(self, \\.usesBar) { print($0.new) }
          if isFull {
            let offsetValues = ObservationBridge(of: self) { $0.offset }.filter { $0 > 1 }
            tasks.append(Task {
              for await value in offsetValues where !Task.isCancelled { print(value) }
            })
          }
        }

        deinit {
          for task in tasks { task.cancel() }
        }
      }
      @Observable
      @MainActor final class Mixed {
        var usesBar = false
        private let observations = ObservationScope()
        @ObservationIgnored private var cancellables = Set<AnyCancellable>()
        func configure(_ names: AnyPublisher<String, Never>) {
          var c = Set<AnyCancellable>()
          observations.cancelAll()
          observations.observe(self, \\.usesBar) { print($0.new) }
          names.sink { print($0) }.store(in: &c)
          cancellables = c
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func setThatBeginsEmptyInAnInitializerIsNotEmptiedThere() async throws {
    try await Scenario(
      """
      import Combine
      @MainActor final class Search: ObservableObject {
        @Published var query = ""
        private var bag: Set<AnyCancellable>
        init() {
          bag = []
          $query.dropFirst().sink { [weak self] _ in self?.check() }.store(in: &bag)
        }
        func check() {}
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
        init() {
          observations.observe(self, \\.query) { [weak self] _ in self?.check() }
        }
        func check() {}
      }
      """,
      options: Self.pipelines
    )
  }
}
