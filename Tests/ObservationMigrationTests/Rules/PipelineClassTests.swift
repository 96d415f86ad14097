import ObservationMigration
import Testing

/// What several subscriptions of one class have in common.
@Suite struct PipelineClassTests {
  private static let pipelines = MigrationOptions(pipelines: true)

  @Test func classGetsItsScopeAndItsTasksOnce() async throws {
    try await Scenario(
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

  @Test func extensionInTheSameFileSubscribesAsWell() async throws {
    try await Scenario(
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

  @Test func cellFollowsItsModelUntilItIsReused() async throws {
    try await Scenario(
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
        /// Subscriptions.
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

  @Test func delegateOfTheAppIsOnTheMainActor() async throws {
    try await Scenario(
      """
      import Combine
      import UIKit
      @MainActor final class Model: ObservableObject {
        @Published var title = ""
      }
      final class AppDelegate: NSObject, UIApplicationDelegate {
        private let model = Model()
        private var bag = Set<AnyCancellable>()
        func start() {
          model.$title.dropFirst().sink { print($0) }.store(in: &bag)
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
      }
      final class AppDelegate: NSObject, UIApplicationDelegate {
        private let model = Model()
        private let observations = ObservationScope()
        func start() {
          observations.observe(model, \\.title) { print($0.new) }
        }
      }
      """,
      options: Self.pipelines
    )
  }

  @Test func classMayStayWhenItsModelConverts() async throws {
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
    let migrated = Migration(options: options).recorded([SourceFile(path: "File.swift", text: source)])[0].migrated
    #expect(migrated.contains("final class Other: ObservableObject"))
    #expect(migrated.contains("  private var tasks: [Task<Void, Never>] = []"))
    if Toolchain.isAvailable { #expect(try await Toolchain.errors(in: [("File.swift", migrated)]) == []) }
  }
}
