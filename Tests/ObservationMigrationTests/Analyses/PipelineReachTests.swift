import Testing

@testable import ObservationMigration

/// What does the code of a pipeline do with the values of a publisher?
@Suite struct PipelineReachTests {
  /// The answers for the first `$rows`.
  private func reach(_ pipeline: String, _ members: String) throws -> String {
    let text = """
      import Combine
      final class Model: ObservableObject {
        @Published var rows: [Int] = []
        init() { \(pipeline) }
        func load() { rows = [1]; print(total) }
        var total = 0
        \(members)
      }
      """
    let effects = try effects(in: text)
    let names = [
      (effects.countsValues, "counts"), (effects.isAwaited, "awaited"), (effects.usesProperty, "uses"),
    ]
    return names.filter(\.0).map(\.1).joined(separator: " ")
  }

  /// What shows of the values of the first `$rows`.
  private func effects(in text: String) throws -> PipelineReach.Effects {
    let project = analysed(text)
    let offset = try #require(text.utf8.firstRange(of: "$rows".utf8)).lowerBound.utf16Offset(in: text)
    let key = PropertyKey(type: try #require(project.type("Model")), name: "rows")
    return project.pipelines.effects(of: key, at: Place(file: 0, offset: offset))
  }

  @Test(
    arguments: [
      ("$rows.sink { [weak self] in self?.size = $0.count }", ""),
      ("$rows.sink { [weak self] in self?.size += $0.count }", "counts"),
      ("$rows.sink { [weak self] _ in self?.rows = [] }", "uses"),
      ("$rows.sink { [weak self] in self?.total = $0.count }", "awaited"),
      ("$rows.map { _ in self.rows.count }.sink { _ in }", "uses"),
      ("$rows.debounce(for: 1, scheduler: queue).sink { [weak self] in self?.total = $0.count }", ""),
      ("follow($rows)", "counts awaited uses"),
      ("let rowsPublisher = $rows.removeDuplicates(); follow(rowsPublisher)", "counts awaited uses"),
    ]
  )
  func codeOfAPipelineIsFollowed(_ pipeline: String, _ effects: String) throws {
    #expect(try reach(pipeline, "var size = 0") == effects)
  }

  @Test(
    arguments: [
      ("$rows.sink { print($0) }", "", false),
      ("$rows.sink { [weak self] rows in self?.title = \"\\(rows)\" }", "", false),
      ("$rows.sink { [weak self] rows in self?.show(rows) }", "func show(_ rows: [Int]) { print(rows) }", false),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] _ in self?.show() }", "func show() { print(rows) }", false),
      // Another object's property of that name is read, or the new value is found either way.
      ("$rows.sink { [weak self] _ in self?.other.show() }", "let other = Other()", false),
      ("$rows.sink { [weak self] _ in self?.shown = Other().rows }", "var shown = 0", false),
      ("$rows.sink { [weak self] _ in Task { self?.show() } }", "func show() { print(rows) }", false),
      ("$rows.sink { [weak self] _ in self?.plan() }", "func plan() { Task { print(rows) } }", false),
      (
        "$rows.sink { [weak self] _ in self?.plan() }",
        "func plan() { show(); Task { title = \"\" } }; func show() { print(rows) }", true
      ),
      ("$rows.sink { [weak self] _ in self?.action = #selector(show) }", "@objc func show() { print(rows) }", false),
      // The function waits for the task.
      (
        "$rows.sink { [weak self] _ in self?.plan() }",
        "func plan() { run { await Task { print(rows) }.value } }; func run(_ work: () async -> Void) {}", true
      ),
      (
        "$rows.sink { [weak self] _ in self?.plan() }",
        "func plan() { run(action: { print(self.rows) }) }; func run(action: () -> Void) { action() }", true
      ),
      // Reading a property doesn't run its observers; changing it does.
      (
        "$rows.sink { [weak self] _ in self?.settings.clear() }",
        "var settings = Settings() { didSet { print(rows) } }", true
      ),
      (
        "$rows.sink { [weak self] _ in self?.set(\\Model.total) }",
        "func set(_ path: ReferenceWritableKeyPath<Model, Int>) {}; var total = 0 { didSet { print(rows) } }", true
      ),
      (
        "$rows.sink { [weak self] _ in self?.title = \"\\(self?.total ?? 0)\" }",
        "var total = 0 { didSet { print(rows) } }", false
      ),
      (
        "Publishers.Merge($rows, $rows).receive(on: RunLoop.main).sink { [weak self] in self?.show($0) }",
        "func show(_ rows: [Int]) { print(self.rows) }", false
      ),
      // They find the new value, instead of the old one.
      (
        "$rows.sink { [weak self] _ in self?.other.count = 1 }",
        "var other = Other() { didSet { print(rows) } }", true
      ),
      (
        "$rows.sink { [weak self] rows in self?.events.send(rows) }", "let events = PassthroughSubject<[Int], Never>()",
        true
      ),
      // Another call of that name comes first.
      (
        "$rows.sink { [weak self] _ in things.first!.show(); self?.show() }",
        "func show() { print(rows) }", true
      ),
      (
        "$rows.sink { [weak self] _ in self?.note(); self?.mark() }",
        "func note() { things.first!.show() }; func mark() { show() }; func show() { print(rows) }", true
      ),
      (
        "$rows.sink { [weak self] in self?.apply($0) }",
        "func apply(_ rows: [Int]) { total = 1 }; var total = 0 { didSet { print(rows) } }", true
      ),
      ("$rows.sink { [weak self] in self?.onChange?($0) }", "var onChange: (([Int]) -> Void)?", true),
      ("$rows.map(format).sink { print($0) }", "func format(_ all: [Int]) -> Int { rows.count }", true),
      ("$rows.map(format).sink { print($0) }", "func format(_ all: [Int]) -> Int { all.count }", false),
      ("$rows.sink { [weak self] _ in self?.show() }", "func show() { print(rows) }", true),
      ("$rows.sink { [weak self] _ in self?.show() }", "func show() { log() }; func log() { print(rows) }", true),
      (
        "$rows.map { [self] _ in text() }.receive(on: RunLoop.main).sink { print($0) }",
        "func text() -> Int { rows.count }", true
      ),
      (
        "follow($rows)",
        "func follow(_ values: Published<[Int]>.Publisher) -> AnyCancellable { values.sink { print($0) } }", true
      ),
    ]
  )
  func codeMayUseThePropertyDuringTheChange(_ pipeline: String, _ members: String, uses: Bool) throws {
    let text = """
      import Combine
      import Foundation
      @MainActor final class Model: ObservableObject {
        @Published var rows: [Int] = []
        var title = ""
        private var bag = Set<AnyCancellable>()
        init() { \(pipeline).store(in: &bag) }
        \(members)
      }
      struct Settings { var size = 0; mutating func clear() { size = 0 } }
      final class Other { var rows = 0; var count = 0; func show() { print(rows) } }
      """
    #expect(try effects(in: text).usesProperty == uses)
  }
}
