import ObservationMigration
import Testing

/// Values that arrive later than before, or fewer of them: where does that show?
@Suite struct LateValueNoteTests {
  /// The places of the findings about time: the values of `$rows` come after the change.
  private func timing(_ pipeline: String, _ members: String = "", _ options: MigrationOptions) -> [String] {
    let text = """
      import Combine
      import Foundation
      @MainActor final class Model: ObservableObject {
        @Published var rows: [Int] = []
        var title = ""
        private var bag = Set<AnyCancellable>()
        init() { \(pipeline).store(in: &bag) }
        func load() { rows = [1] }
        \(members)
      }
      final class Store { var total = 0; func add(_ number: Int) { total += number } }
      struct Settings { var size = 0; mutating func clear() { size = 0 } }
      final class Queue { var count = 0; func plan() { Task { count += 1 } } }
      final class Other { var rows = 0; var count = 0; func show() { print(rows) } }
      """
    return Migration(options: options).recorded([SourceFile(path: "File.swift", text: text)])[0]
      .findings.filter { $0.isRisky && $0.line == 7 }.map(\.rule.rawValue)
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
  func laterValueShowsWhereThePropertyIsRead(_ pipeline: String, _ members: String, isReported: Bool) {
    var options = MigrationOptions()
    options.subjects = true
    #expect(timing(pipeline, members, options) == (isReported ? ["subject"] : []))
  }

  @Test(
    arguments: [
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.title = \"\\($0)\" }", false),
      ("$rows.receive(on: RunLoop.main).sink { UserDefaults.standard.set($0, forKey: \"rows\") }", false),
      ("$rows.receive(on: RunLoop.main).sink { Journal.set($0, at: Date()) }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] _ in self?.refresh() }", false),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] _ in guard let self else { return }; refresh() }", false),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in if $0.isEmpty { self?.refresh() } }", false),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] _ in self?.count += 1 }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.copy.append($0.count) }", true),
      ("$rows.receive(on: RunLoop.main).sink { var all: [Int] = []; all.append(contentsOf: $0) }", false),
      ("$rows.receive(on: RunLoop.main).sink { NotificationCenter.default.post(name: .rows, object: $0) }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.byID[$0.count] = 1 }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.byID[$0.count, default: 0] += 1 }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.seen.insert($0.count) }", true),
      (
        "$rows.receive(on: RunLoop.main).sink { [weak self] in guard let self else { return }; count = count + $0.count }",
        true
      ),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in let count = $0.count; self?.count = count }", false),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.copy = $0; self?.copy.sort() }", false),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.onChange?($0) }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.store.add($0.count) }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.watch($0) }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] _ in self?.add(1) }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] _ in self?.plan() }", true),
      ("$rows.sink { [weak self] _ in self?.plan() }", true),
      ("$rows.sink { [weak self] _ in self?.queue.plan() }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.watched = $0.count }", true),
      ("$rows.receive(on: RunLoop.main).assign(to: \\.copy, on: self)", false),
      ("$rows.receive(on: RunLoop.main).assign(to: \\.watchedCopy, on: self)", true),
      ("$rows.receive(on: RunLoop.main).sink { print($0) }", true),
      ("$rows.sink { [weak self] in self?.title = \"\\($0)\" }", false),
      ("$rows.sink { [weak self] in self?.title = \"\\($0)\"; self?.count += 1 }", true),
      // The property still has its old value there.
      ("$rows.sink { [weak self] _ in self?.refresh() }", true),
      ("$rows.sink { [weak self] _ in guard let self else { return }; copy = rows }", true),
      ("$rows.sink { [weak self] _ in Task { self?.refresh() } }", false),
      // Code that changes the property goes on with what the values change.
      ("$rows.sink { [weak self] in self?.total = $0.count }", true),
      ("$rows.receive(on: RunLoop.main).sink { [weak self] in self?.total = $0.count }", false),
      ("$rows.sink { [weak self] _ in self?.rows = [] }", true),
      ("$rows.sink { [weak self] _ in Task { self?.rows = [] } }", false),
    ]
  )
  func onlyTheLastValueShows(_ pipeline: String, isReported: Bool) {
    var options = MigrationOptions()
    options.pipelines = true
    let members = """
      var count = 0; var watched = 0 { didSet { count += 1 } }
      var byID: [Int: Int] = [:]; var seen: Set<Int> = []; var onChange: (([Int]) -> Void)?; let store = Store()
      let queue = Queue(); func watch(_ rows: [Int]) { watched = rows.count }
      var total = 0; func sum() -> Int { rows = [2]; return total }
      func refresh() { print(rows) }; func add(_ number: Int) { count += number }; func plan() { Task { add(1) } }
      var copy: [Int] = []; var watchedCopy: [Int] = [] { didSet { count += 1 } }
      """
    #expect(timing(pipeline, members, options) == (isReported ? ["pipeline"] : []))
  }

  /// Other code gets the publisher through a property.
  @Test(
    arguments: [
      ("model.rowsPublisher.receive(on: RunLoop.main).sink { show($0) }", false),
      ("model.rowsPublisher.dropFirst().debounce(for: 1, scheduler: RunLoop.main).sink { show($0) }", false),
      ("model.rowsPublisher.sink { show($0) }", false), ("model.rowsPublisher.sink { _ in show(model.rows) }", true),
      ("let publisher = model.rowsPublisher; publisher.sink { show($0) }", true), ("show(model)", true),
    ]
  )
  func laterValueShowsWhereThePublisherIsRead(_ subscription: String, isReported: Bool) {
    let text = """
      import Combine
      import Foundation
      @MainActor final class Model: ObservableObject {
        @Published var rows: [Int] = []
        var rowsPublisher: AnyPublisher<[Int], Never> { $rows.eraseToAnyPublisher() }
      }
      @MainActor func follow(_ model: Model) -> Any { \(subscription) }
      """
    var options = MigrationOptions()
    options.subjects = true
    let findings = Migration(options: options).recorded([SourceFile(path: "File.swift", text: text)])[0].findings
    #expect(findings.contains { $0.isRisky && $0.rule == "subject" } == isReported)
  }

  @Test(
    arguments: [
      ("{ copy = $0 }", false), ("perform: { copy = $0 }", false), ("{ if $0 > 1 { copy = $0 } }", false),
      ("{ copy += $0 }", true), ("{ if $0 > 1 { model.count = 0 } }", true), ("perform: keep", false),
      ("perform: add", true),
    ]
  )
  func receivedValueShowsInTheNextUpdate(_ closure: String, isReported: Bool) {
    let reception =
      closure.hasPrefix("{") ? "onReceive(model.$count) \(closure)" : "onReceive(model.$count, \(closure))"
    var options = MigrationOptions()
    options.pipelines = true
    let text = """
      import SwiftUI
      final class Model: ObservableObject { @Published var count = 0 }
      struct Page: View {
        @ObservedObject var model: Model
        @State var copy = 0
        func keep(_ count: Int) { copy = count }
        func add(_ count: Int) { copy += count }
        var body: some View { Text("\\(copy)").\(reception) }
      }
      """
    let result = Migration(options: options).recorded([SourceFile(path: "File.swift", text: text)])[0]
    #expect(result.migrated.contains("onChange(of: model.count"))
    #expect(result.findings.filter(\.isRisky).map(\.rule) == (isReported ? ["on-receive"] : []))
  }
}
