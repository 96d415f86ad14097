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
