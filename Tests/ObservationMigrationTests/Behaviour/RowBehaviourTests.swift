import Foundation
import Observation
import ObservationMigration
import Synchronization
import TestSupport
import Testing

/// What is made of a reused row and its model, compiled into these tests.
@Suite @MainActor struct RowBehaviourTests {
  private static let source = """
    import Combine

    @MainActor
    final class RowModel: ObservableObject {
      @Published var title = ""
      var selection = Set<Int>()
      var count = 0

      func toggle(_ id: Int) {
        objectWillChange.send()
        count += 1
        selection.insert(id)
      }
    }

    @MainActor
    final class Row {
      private(set) var shown: [String] = []
      private var bag = Set<AnyCancellable>()

      func show(_ model: RowModel) {
        prepareForReuse()
        model.$title.filter { $0 != "-" }.sink { [unowned self] title in shown.append(title) }.store(in: &bag)
      }

      func prepareForReuse() {
        bag.removeAll()
      }
    }

    """

  @Test func rowIsWhatTheMigrationMakes() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Row.swift")
    let text = try String(contentsOf: path, encoding: .utf8)
    let results = Migration(options: MigrationOptions(pipelines: true)).run([
      SourceFile(path: "Row.swift", text: Self.source)
    ])
    #expect(text == "// swift-format-ignore-file\n\n" + results[0].migrated)
  }

  @Test func rowFollowsItsModel() async {
    let (row, model) = (Row(), RowModel())
    row.show(model)
    await eventually { row.shown == [""] }
    model.title = "a"
    await eventually { row.shown == ["", "a"] }
  }

  /// However far the value has come when the row is reused, or gone.
  @Test(arguments: 0..<8) func nothingArrivesAfterTheReset(turns: Int) async {
    let model = RowModel()
    var row: Row? = Row()
    row?.show(model)
    await eventually { row?.shown == [""] }
    model.title = "old"
    for _ in 0..<turns { await Task.yield() }
    row?.prepareForReuse()
    let shown = row?.shown
    for _ in 0..<50 { await Task.yield() }
    #expect(row?.shown == shown)

    row?.show(model)
    for _ in 0..<turns { await Task.yield() }
    model.title = "new"
    for _ in 0..<turns { await Task.yield() }
    // `[unowned self]`: what is delivered now would end the process.
    row = nil
    for _ in 0..<50 { await Task.yield() }
  }

  @Test func allThatIsAnnouncedTogetherNotifies() {
    let model = RowModel()
    let changes = Atomic(0)
    withObservationTracking {
      _ = model.selection
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    withObservationTracking {
      _ = model.count
    } onChange: {
      changes.add(1, ordering: .relaxed)
    }
    model.toggle(1)
    #expect(changes.load(ordering: .relaxed) == 2)
  }
}
