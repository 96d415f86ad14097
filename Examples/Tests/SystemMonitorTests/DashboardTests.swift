import ObservationBridge
import Testing

@testable import MonitorModels
@testable import SystemMonitor

@MainActor @Suite struct DashboardTests {
  private let screen: Screen
  private let drawn = Drawn()
  private let dashboard: Dashboard

  private let sent = Sent()

  /// The signals that would have been sent.
  @MainActor private final class Sent {
    var signals: [String] = []
  }

  /// What came to the screen.
  @MainActor private final class Drawn {
    var text = ""
  }

  init() {
    screen = Screen(colors: false) { [drawn] in drawn.text += String(decoding: $0, as: UTF8.self) }
    dashboard = Dashboard(screen, size: WindowSize(columns: 80, rows: 30), coreCount: 2) { [sent] signal, pid in
      sent.signals.append("\(signal.name) \(pid)")
      return "Not in a test"
    }
    dashboard.start(title: Line())
  }

  /// Applies samples, each in a turn of its own, and returns how often each panel ran.
  private func passes(_ samples: SystemSample...) async -> [Panel: Int] {
    let before = dashboard.passes.panels
    for sample in samples {
      dashboard.apply(sample)
      await settle()
    }
    return passes(since: before)
  }

  private func passes(since before: [Int]) -> [Panel: Int] {
    let after = dashboard.passes.panels
    return Dictionary(uniqueKeysWithValues: Panel.allCases.map { ($0, after[$0.rawValue] - before[$0.rawValue]) })
      .filter { $0.value != 0 }
  }

  /// Lets so many samples of an idle machine pass that the graphs have no blanks left.
  private func fillGraphs() async {
    for _ in 0..<80 { dashboard.apply(.idle) }
    await settle()
  }

  @Test func theStartDrawsEachPanelOnce() async {
    await settle()
    #expect(dashboard.passes.panels == Panel.allCases.map { _ in 1 })
    #expect(dashboard.passes.summary.hasPrefix("0 samples; passes: cpu 1, cores 1, memory 1, load 1, "))
  }

  @Test func anIdleMachineIsNotDrawnAgain() async {
    await fillGraphs()
    #expect(await passes(.idle, .idle, .idle) == [:])
    #expect(dashboard.passes.samples == 83)
  }

  @Test func theFirstSamplesFillTheGraphs() async {
    _ = await passes(.idle)
    // One blank less in each graph; the processes have none.
    #expect(
      await passes(.idle)
        == Dictionary(uniqueKeysWithValues: Panel.allCases.filter { $0 != .processes }.map { ($0, 1) })
    )
  }

  @Test(arguments: [
    (Panel.cpu, SystemSample.idle.with { $0.cpu = 0.001 }),
    (.cores, .idle.with { $0.cores[1] = 0.01 }),
    (.memory, .idle.with { $0.memory.used += 100_000_000 }),
    (.memory, .idle.with { $0.memory.swapTotal = 1_000_000 }),
    (.load, .idle.with { $0.load.fifteen = Hundredths(value: 1) }),
    (.network, .idle.with { $0.network.outgoing = 1 }),
    (.disk, .idle.with { $0.disk?.incoming = 1 }),
    (.processes, .idle.with { $0.processes[0].cpu = Percent(0.01) }),
  ])
  func aChangeDrawsItsPanelAlone(_ panel: Panel, _ sample: SystemSample) async {
    await fillGraphs()
    #expect(await passes(sample) == [panel: 1])
  }

  @Test func aChangeTooSmallToBeSeenDrawsNothing() async {
    await fillGraphs()
    let sample = SystemSample.idle.with { sample in
      sample.cpu = 0.0004
      sample.cores = [0.004, 0.004]
      sample.memory.used += 1_000_000
      sample.network.incoming = 0.4
      sample.disk?.outgoing = 0.4
    }
    #expect(await passes(sample, .idle, sample) == [:])
  }

  @Test func aGraphMovesUntilItIsFlatAgain() async {
    await fillGraphs()
    let burst = SystemSample.idle.with { $0.network.incoming = 1e6 }
    let width = Layout(WindowSize(columns: 80, rows: 30), coreCount: 2).graph(of: .network).columns
    _ = await passes(burst)
    let before = dashboard.passes.panels
    for _ in 0..<(width + 10) {
      dashboard.apply(.idle)
      await settle()
    }
    #expect(passes(since: before) == [.network: width])
  }

  @Test func samplesInOneTurnMakeOnePass() async {
    await fillGraphs()
    let before = dashboard.passes.panels
    for step in 1...100 { dashboard.apply(.idle.with { $0.cpu = Double(step) / 100 }) }
    await settle()
    #expect(passes(since: before) == [.cpu: 1])
    #expect(drawn.text.contains("100.0 %") && !drawn.text.contains("99.0 %"))
  }

  @Test func theFooterShowsTheCountsOnDemandAndComesToRest() async {
    await fillGraphs()
    let hidden = dashboard.passes.footer
    _ = await passes(.idle)
    #expect(dashboard.passes.footer == hidden && dashboard.summary == nil)
    #expect(dashboard.press(.character("o")))
    await settle()
    #expect(drawn.text.contains("samples \u{1B}[0m81"))
    let count = dashboard.passes.footer
    await settle()
    #expect(dashboard.passes.footer == count)
    _ = await passes(.idle)
    // The number of samples has changed, and no other count.
    #expect(dashboard.passes.footer == count + 1)
    #expect(dashboard.summary?.hasPrefix("82 samples; passes: cpu ") == true)
  }

  @Test func keysChangeTheListAlone() async {
    await fillGraphs()
    let before = dashboard.passes.panels
    for key in [Key.character("m"), .down, .character("/"), .character("i"), .enter] { #expect(dashboard.press(key)) }
    await settle()
    #expect(passes(since: before) == [.processes: 1])
    #expect(drawn.text.contains("MEMORY▼") && drawn.text.contains("/i"))
    #expect(dashboard.press(.escape))
    #expect(!dashboard.press(.character("q")))
  }

  @Test func panelsRestBehindTheHelpPage() async {
    await fillGraphs()
    #expect(dashboard.press(.character("?")))
    await settle()
    #expect(drawn.text.contains("any key returns"))
    let busy = SystemSample.idle.with { $0.cpu = 0.5 }
    #expect(await passes(busy, busy) == [:])
    drawn.text = ""
    #expect(dashboard.press(.character("q")))
    await settle()
    #expect(drawn.text.hasPrefix("\u{1B}[2J") && drawn.text.contains("50.0 %"))
  }

  @Test func aSignalIsSentToTheProcessThatWasAskedAbout() async {
    await fillGraphs()
    for key in [Key.down, .character("k"), .right, .character("y")] {
      #expect(dashboard.press(key))
      await settle()
    }
    #expect(sent.signals == ["KILL 1"])
    #expect(drawn.text.contains("Send TERM to 1 init?") && drawn.text.contains("Can't send KILL to 1: Not in a test."))
  }

  @Test func aProcessThatHasEndedGetsNoSignal() async {
    await fillGraphs()
    for key in [Key.down, .character("k")] { #expect(dashboard.press(key)) }
    // Its number has been given to another process.
    dashboard.apply(.idle.with { $0.processes = [.row(1, "other", start: 9)] })
    #expect(dashboard.press(.enter))
    await settle()
    #expect(sent.signals.isEmpty && drawn.text.contains("Process 1 has already ended."))
  }

  @Test func aRedrawMakesOnePassOfEachPanel() async {
    _ = await passes(.idle)
    let before = dashboard.passes.panels
    drawn.text = ""
    dashboard.redraw(in: WindowSize(columns: 80, rows: 30))
    await settle()
    #expect(passes(since: before) == Dictionary(uniqueKeysWithValues: Panel.allCases.map { ($0, 1) }))
    #expect(drawn.text.hasPrefix("\u{1B}[2J"))
  }

  @Test func aPanelWithoutAPlaceRests() async {
    _ = await passes(.idle)
    dashboard.redraw(in: WindowSize(columns: 20, rows: 1))
    await settle()
    let busy = SystemSample.idle.with { sample in
      sample.cpu = 0.5
      sample.cores = [0.5, 0.5]
      sample.network.incoming = 1e6
      sample.processes = []
    }
    #expect(await passes(busy) == [.cpu: 1])
  }

  @Test func aWindowThatGrowsShowsMore() async {
    dashboard.redraw(in: WindowSize(columns: 40, rows: 10))
    _ = await passes(.idle)
    drawn.text = ""
    dashboard.redraw(in: WindowSize(columns: 100, rows: 30))
    await settle()
    #expect(drawn.text.contains("Network") && drawn.text.contains("init"))
  }

  @Test func afterTheEndNothingIsDrawn() async {
    dashboard.stop()
    #expect(await passes(.idle) == [:])
  }
}
