import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct ProcessTableTests {
  private var table = ProcessTable()

  init() {
    table.fit(3)
    table.apply([
      .row(1, "init", cpu: 0, memory: 9000), .row(2, "Editor", user: "ada", cpu: 0.5, memory: 100),
      .row(3, "shell", cpu: 0.5, memory: 5000), .row(4, "browser", arguments: " --new-window", cpu: 1, memory: 70_000),
      .row(5, "agent", cpu: 0, memory: 9000),
    ])
  }

  /// The numbers of the processes that are shown, with brackets around the selected one.
  private func shown(_ table: ProcessTable) -> String {
    table.list.rows.enumerated().map { $0 == table.list.selected ? "[\($1.id.pid)]" : "\($1.id.pid)" }
      .joined(separator: " ")
  }

  private func changed(_ change: (inout ProcessTable) -> Void) -> String {
    var table = table
    change(&table)
    return shown(table)
  }

  @Test(arguments: [
    ([ProcessOrder.Key](), "4 3 2 1 5"), ([.memory], "4 1 5 3 2"), ([.pid], "1 2 3 4 5"), ([.name], "2 5 4 1 3"),
    ([.cpu], "5 1 2 3 4"), ([.pid, .pid], "5 4 3 2 1"), ([.pid, .pid, .pid], "1 2 3 4 5"),
    ([.name, .cpu], "4 3 2 1 5"),
  ])
  func aKeySortsAndTheSameKeyReverses(_ keys: [ProcessOrder.Key], _ order: String) {
    #expect(
      changed { table in
        table.fit(5)
        for key in keys { table.sort(by: key) }
      } == order
    )
  }

  @Test(arguments: [
    ("EDIT", "2"), ("ada", "2"), ("window", "4"), ("5", "5"), ("e", "4 3 2"), ("nothing", ""),
  ])
  func theFilterLooksAtCommandUserAndNumber(_ filter: String, _ shown: String) {
    #expect(changed { $0.filter(filter) } == shown)
  }

  @Test func theCountsTellOfWhatIsNotShown() {
    var table = table
    table.filter("e")
    #expect([table.list.first, table.list.rows.count, table.list.count, table.list.total] == [0, 3, 4, 5])
    table.move(.last)
    #expect(table.list.first == 1)
  }

  @Test(arguments: [
    ([ProcessMove.down], "[4] 3 2"), ([.up], "[4] 3 2"), ([.down, .down], "4 [3] 2"),
    ([.down, .down, .down, .down], "3 2 [1]"), ([.last], "2 1 [5]"), ([.last, .down], "2 1 [5]"),
    ([.last, .up, .up, .up], "[3] 2 1"), ([.last, .first], "[4] 3 2"), ([.pageDown], "4 3 [2]"),
    ([.down, .pageDown], "3 2 [1]"), ([.last, .pageUp], "[3] 2 1"), ([.pageUp], "[4] 3 2"),
  ])
  func theSelectionMovesAndStaysInSight(_ moves: [ProcessMove], _ shown: String) {
    #expect(changed { table in moves.forEach { table.move($0) } } == shown)
  }

  @Test func theSelectionFollowsItsProcess() {
    var table = table
    table.move(.down)
    table.sort(by: .pid)
    #expect(shown(table) == "2 3 [4]")
    table.fit(1)
    #expect(shown(table) == "[4]")
  }

  @Test func nothingIsSelectedAfterTheEndOfTheProcess() {
    var table = table
    table.move(.down)
    #expect(table.selected?.id.pid == 4)
    // Its number has been given to another process.
    table.apply([.row(4, "other", start: 99), .row(5, "agent")])
    #expect(table.selected == nil && shown(table) == "4 5")
    #expect(table.row(ProcessIdentity(pid: 4, startTime: 0)) == nil)
  }

  @Test func aFilterThatHidesTheSelectionDropsIt() {
    var table = table
    table.move(.down)
    table.filter("init")
    #expect(table.selected == nil)
  }

  @Test func showingAllStartsAtTheTop() {
    #expect(
      changed { table in
        table.move(.last)
        table.deselect()
      } == "4 3 2"
    )
  }

  @Test func anEmptyListHasNothingToSelect() {
    #expect(
      changed { table in
        table.apply([])
        table.move(.down)
      } == ""
    )
  }

  @Test func aListWithoutRoomKeepsItsPlace() {
    var table = table
    table.move(.last)
    table.fit(0)
    #expect(shown(table) == "" && table.selected?.id.pid == 5)
    table.fit(3)
    #expect(shown(table) == "2 1 [5]")
  }
}
