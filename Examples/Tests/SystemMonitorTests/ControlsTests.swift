import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct ControlsTests {
  private var controls = Controls()
  private let process = ProcessRow.row(42, "sleep")

  /// Presses keys, and returns what they ask for.
  private mutating func press(_ keys: Key..., selected: ProcessRow? = nil) -> [Request] {
    keys.compactMap { controls.press($0, selected: selected) }
  }

  private func footer(_ width: Int) -> String {
    controls.footer(width: width).plain
  }

  @Test(arguments: [
    (Key.character("q"), Request.quit), (.character("Q"), .quit), (.character("c"), .sort(.cpu)),
    (.character("m"), .sort(.memory)), (.character("p"), .sort(.pid)), (.character("n"), .sort(.name)),
    (.up, .move(.up)), (.down, .move(.down)), (.pageUp, .move(.pageUp)), (.pageDown, .move(.pageDown)),
    (.home, .move(.first)), (.end, .move(.last)), (.escape, .showAll), (.redraw, .redraw),
  ])
  mutating func aKeyAsksForSomething(_ key: Key, _ request: Request) {
    #expect(press(key) == [request])
    #expect(controls == Controls())
  }

  @Test mutating func theFilterIsTypedUntilEnter() {
    #expect(press(.character("/")) == [])
    #expect(press(.character("q"), .character("x")) == [.filter("q"), .filter("qx")])
    #expect(footer(80) == " Filter: qx   Enter keeps, Esc clears")
    #expect(press(.backspace, .down, .enter) == [.filter("q"), .move(.down), .filter("q")])
    #expect(controls.mode == .browsing && press(.character("q")) == [.quit])
    // It is edited where it was left.
    #expect(press(.character("/"), .character("z")) == [.filter("qz")])
    #expect(press(.escape) == [.filter("")])
    #expect(controls == Controls())
  }

  @Test mutating func backspaceLeavesAnEmptyFilter() {
    #expect(press(.character("/"), .backspace) == [.filter("")])
    #expect(controls.mode == .browsing)
  }

  @Test mutating func aSignalIsSentAfterAYes() {
    #expect(press(.character("k"), selected: process) == [])
    #expect(footer(80) == " Send TERM to 42 sleep?  y yes  n no  ←→ other signal")
    #expect(footer(36) == " Send TERM to 42 sleep? y n ←→")
    // The question is about the process that was selected when it was asked.
    #expect(press(.character("y"), selected: .row(43, "other")) == [.send(.term, process)])
    #expect(controls.mode == .browsing)
  }

  @Test mutating func pressingTheKeyAgainSendsNothing() {
    #expect(press(.character("k"), .character("k"), .down, selected: process) == [])
    #expect(controls.mode == .asking(.term, process))
  }

  @Test(arguments: [Key.character("n"), .escape, .character("q")])
  mutating func aNoSendsNothing(_ key: Key) {
    #expect(press(.character("k"), key, selected: process) == [])
    #expect(controls == Controls())
  }

  @Test mutating func anotherSignalIsChosenWithTheArrows() {
    #expect(press(.character("k"), .right, .enter, selected: process) == [.send(.kill, process)])
    #expect(press(.character("k"), .left, .enter, selected: process) == [.send(.usr2, process)])
  }

  @Test mutating func withoutASelectionThereIsNothingToSignal() {
    #expect(press(.character("k")) == [])
    #expect(footer(80) == " Select a process first, with ↑ or ↓.")
    _ = press(.down)
    #expect(controls.notice == nil)
  }

  @Test(arguments: [Key.character("?"), .character("h"), .character("H")])
  mutating func helpIsShownUntilTheNextKey(_ key: Key) {
    #expect(press(key) == [] && controls.mode == .help)
    #expect(press(.character("q")) == [] && controls.mode == .browsing)
  }

  @Test mutating func countsGiveWayToWhatMattersMore() {
    _ = press(.character("o"))
    #expect(controls.showsCounts && controls.showsCountsNow)
    _ = press(.character("k"), selected: process)
    #expect(!controls.showsCountsNow)
    _ = press(.escape)
    #expect(controls.showsCountsNow)
    _ = press(.character("o"))
    #expect(!controls.showsCounts)
  }

  @Test func hintsThatDoNotFitAreLeftOut() {
    #expect(footer(80) == " ? help  q quit  / filter  ↑↓ select  k signal  c m p n sort  o passes")
    #expect(footer(40) == " ? help  q quit  / filter  ↑↓ select")
    #expect(footer(3) == "")
  }

  @Test(arguments: [(40, 10), (64, 20), (80, 24), (200, 60)])
  func theHelpPageFits(_ width: Int, _ height: Int) {
    let lines = Controls.helpPage(in: Frame(row: 0, height: height, width: width))
    #expect(lines.count <= height && lines.allSatisfy { $0.width <= width })
    #expect(lines.map(\.plain).filter { $0.contains("quit") }.count == 1)
    #expect(lines.contains { $0.plain.contains("logarithmic") } == (height > 16))
  }

  @Test func signalsHaveTheirNumbers() {
    #expect(ProcessSignal.allCases.map(\.name).joined(separator: " ") == "TERM KILL INT HUP STOP CONT USR1 USR2")
    #expect(Set(ProcessSignal.allCases.map(\.number)).count == 8)
    #expect(ProcessSignal.kill.number == 9 && ProcessSignal.term.number == 15)
  }
}
