import ObservationBridge
import Testing

@testable import SystemMonitor

@MainActor @Suite struct DashboardTests {
  private let screen: Screen
  private let drawn = Drawn()
  private let dashboard: Dashboard

  /// What came to the screen.
  @MainActor private final class Drawn {
    var text = ""
  }

  init() {
    screen = Screen(colors: false) { [drawn] in drawn.text += String(decoding: $0, as: UTF8.self) }
    dashboard = Dashboard(screen, size: WindowSize(columns: 80, rows: 30), coreCount: 2)
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

  /// Lets all passes run that are due, and those that become due by them.
  private func settle() async {
    // Each task runs in a turn after those that were asked for before it.
    for _ in 0..<4 { await Task.detached { @MainActor in }.value }
  }

  @Test func theStartDrawsEachPanelOnce() async {
    await settle()
    #expect(dashboard.passes.panels == Panel.allCases.map { _ in 1 })
    #expect(dashboard.passes.summary.hasPrefix("0 samples; passes: cpu 1, cores 1, memory 1, swap 1, "))
  }

  @Test func anIdleMachineIsNotDrawnAgain() async {
    // The first sample brings the memory and the processes.
    let first = await passes(.idle)
    let later = await passes(.idle, .idle, .idle)
    #expect(first == [.memory: 1, .processes: 1])
    #expect(later == [:])
    #expect(dashboard.passes.samples == 4)
  }

  @Test(arguments: [
    (Panel.cpu, SystemSample.idle.with { $0.cpu = 0.001 }),
    (.cores, .idle.with { $0.cores[1] = 0.01 }),
    (.memory, .idle.with { $0.memory.used += 100_000_000 }),
    (.swap, .idle.with { $0.memory.swapTotal = 1_000_000 }),
    (.load, .idle.with { $0.load.fifteen = Hundredths(value: 1) }),
    (.network, .idle.with { $0.network.outgoing = 1 }),
    (.disk, .idle.with { $0.disk?.incoming = 1 }),
    (.processes, .idle.with { $0.processes[0].cpu = Percent(0.01) }),
  ])
  func aChangeDrawsItsPanelAlone(_ panel: Panel, _ sample: SystemSample) async {
    _ = await passes(.idle)
    #expect(await passes(sample) == [panel: 1])
  }

  @Test func aChangeTooSmallToBeSeenDrawsNothing() async {
    _ = await passes(.idle)
    let sample = SystemSample.idle.with { sample in
      sample.cpu = 0.0004
      sample.cores = [0.004, 0.004]
      sample.memory.used += 1_000_000
      sample.network.incoming = 0.4
      sample.disk?.outgoing = 0.4
    }
    #expect(await passes(sample, .idle, sample) == [:])
  }

  @Test func aSparklineMovesUntilItIsFlatAgain() async {
    _ = await passes(.idle)
    let burst = SystemSample.idle.with { $0.network.incoming = 1e6 }
    let width = RowColumns(width: 80).trend
    _ = await passes(burst)
    let before = dashboard.passes.panels
    for _ in 0..<(width + 10) {
      dashboard.apply(.idle)
      await settle()
    }
    #expect(passes(since: before) == [.network: width])
  }

  @Test func samplesInOneTurnMakeOnePass() async {
    _ = await passes(.idle)
    let before = dashboard.passes.panels
    for step in 1...100 { dashboard.apply(.idle.with { $0.cpu = Double(step) / 100 }) }
    await settle()
    #expect(passes(since: before) == [.cpu: 1])
    #expect(drawn.text.contains("100.0 %") && !drawn.text.contains("99.0 %"))
  }

  @Test func theFooterShowsTheCountsAndComesToRest() async {
    _ = await passes(.idle)
    #expect(drawn.text.contains("samples \u{1B}[0m1"))
    #expect(drawn.text.contains("memory \u{1B}[0m2"))
    let count = dashboard.passes.footer
    await settle()
    await settle()
    #expect(dashboard.passes.footer == count)
    _ = await passes(.idle)
    // The number of samples has changed, and no other count.
    #expect(dashboard.passes.footer == count + 1)
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
