import TerminalPicture
import Testing

@testable import MonitorModels
@testable import SystemMonitor

@MainActor @Suite struct TerminalGridTests {
  private nonisolated static let sizes = [(40, 10), (63, 24), (64, 20), (80, 24), (120, 40), (200, 60)]

  /// A terminal that a dashboard draws in.
  @MainActor private final class Terminal {
    var grid: TerminalGrid

    init(_ columns: Int, _ rows: Int) {
      grid = TerminalGrid(columns: columns, rows: rows)
    }
  }

  private func busy(_ step: Int) -> SystemSample {
    SystemSample.idle.with { sample in
      sample.cpu = Double(step % 10) / 10
      sample.cores = [sample.cpu, 1 - sample.cpu]
      sample.memory.used += UInt64(step) * 50_000_000
      sample.load.one = Hundredths(value: step * 7)
      sample.network = Throughput(incoming: Double(step) * 9e6, outgoing: 70)
      sample.disk?.outgoing = Double(step * step) * 4000
      sample.processes = (1...80).map { .row($0, "process-\($0)", cpu: Double(Int($0) * step % 97) / 97) }
    }
  }

  @Test(arguments: sizes)
  func panelsThatAreDrawnAloneMakeTheSamePictureAsAll(_ columns: Int, _ rows: Int) async {
    let terminal = Terminal(columns, rows)
    let dashboard = Dashboard(
      Screen(colors: true) { terminal.grid.show(String(decoding: $0, as: UTF8.self)) },
      size: WindowSize(columns: columns, rows: rows),
      coreCount: 2
    )
    dashboard.start(title: Line(" system-monitor"))
    for step in 1...30 {
      dashboard.apply(busy(step))
      await settle()
      if step == 20 { for key in [Key.down, .pageDown, .character("m")] { _ = dashboard.press(key) } }
    }
    await settle()
    let drawn = terminal.grid
    dashboard.redraw(in: WindowSize(columns: columns, rows: rows))
    await settle()
    #expect(terminal.grid.cells == drawn.cells)
    #expect(drawn.lost == 0)
    #expect(drawn.lines.contains { $0.contains("process-") })
    #expect(drawn.lines.last?.contains("? help") == true)
    // Each box has its four corners.
    let corners = Dictionary(grouping: drawn.lines.joined().filter { "╭╮╰╯".contains($0) }) { $0 }.mapValues(\.count)
    #expect(corners == (columns < 64 ? [:] : ["╭": 7, "╮": 7, "╰": 7, "╯": 7]))
  }

  @Test func aGridShowsWhatATerminalShows() {
    var grid = TerminalGrid(columns: 6, rows: 3)
    grid.show("\u{1B}[?25lgone\u{1B}[2J\u{1B}[2;3H\u{1B}[31;1mab\u{1B}[0mc\r\nd\u{1B}[1;6Hxy")
    #expect(grid.lines == ["     x", "  abc", "d"])
    #expect(grid.lost == 1)
    #expect(grid.cells[1][2].style.color == 1 && grid.cells[1][3].style.isBold)
    #expect(grid.cells[1][4].style == TerminalStyle())
  }

  @Test func aPictureHasTextAndBars() {
    var grid = TerminalGrid(columns: 8, rows: 1)
    grid.show("\u{1B}[2ma<b \u{1B}[0m\u{1B}[32m▄█\u{1B}[0m")
    let svg = grid.svg(title: "A & B")
    #expect(svg.contains("<title>A\u{A0}&amp;\u{A0}B</title>"))
    #expect(svg.contains("fill=\"#868d99\">a&lt;b\u{A0}</text>"))
    #expect(svg.contains("<path d=\"M45.6 29V20.5H54V12H62.4V29Z\" fill=\"#7bc77e\"/>"))
  }
}
