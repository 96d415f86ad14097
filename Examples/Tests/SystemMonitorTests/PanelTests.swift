import Testing

@testable import MonitorModels
@testable import SystemMonitor

@MainActor @Suite struct PanelTests {
  private let machine = Machine(coreCount: 2)
  private let busy = SystemSample.idle.with { sample in
    sample.cpu = 0.555
    sample.cores = [1, 0.11]
    sample.memory.swapTotal = 1_000_000_000
    sample.memory.swapUsed = 500_000_000
    sample.load = LoadReading(
      one: Hundredths(value: 152),
      five: Hundredths(value: 80),
      fifteen: Hundredths(value: 1005)
    )
    sample.network = Throughput(incoming: 1500, outgoing: 2_000_000)
    sample.disk = nil
    sample.processes.append(
      .row(4_194_303, "compiler", user: "a-long-name", arguments: " -O main.swift", cpu: 1.98, memory: 500_000_000)
    )
  }

  private func text(columns: Int, rows: Int) -> [Panel: [String]] {
    let layout = Layout(WindowSize(columns: columns, rows: rows), coreCount: 2)
    machine.fit(layout)
    return Dictionary(
      uniqueKeysWithValues: Panel.allCases.map { panel in
        (panel, panel.lines(of: machine, in: layout).map(\.plain))
      }
    )
  }

  private func rows(columns: Int, rows: Int) -> [String] {
    let text = text(columns: columns, rows: rows)
    return Panel.allCases.flatMap { text[$0] ?? [] }
  }

  @Test func aWideRowShowsNamesAndUnits() {
    machine.apply(busy)
    #expect(
      rows(columns: 63, rows: 24) == [
        " CPU         55.5 %                                          ▄",
        " Core 0       100 %                                          █",
        " Core 1        11 %                                          ▁",
        " Memory        25 %  1.9 GiB of 7.5 GiB                      ▂",
        " Swap          50 %  477 MiB of 954 MiB",
        " Load        1.52       0.80   10.05                         ▆",
        " Network    ↓  1.5 KiB/s   ↑  1.9 MiB/s                      ▄",
        " Disk       not available",
        "     PID  USER        CPU▼    MEMORY  COMMAND",
        " 4194303  a-long-n   198 %   477 MiB  compiler -O main.swift",
        "       1  root         0 %   977 KiB  init",
      ]
    )
  }

  @Test func aNarrowRowAbbreviates() {
    machine.apply(busy)
    #expect(
      rows(columns: 40, rows: 24)
        == [
          " CPU    55.5 %                        ▄",
          " Co 0    100 %                        █",
          " Co 1     11 %                        ▁",
          " Mem      25 %  1.9G                  ▂",
          " Swp      50 %  477M",
          " Load   1.52                          ▆",
          " Net   ↓1.5K ↑ 1.9M                   ▄",
          " Dsk   not available",
          "     PID    CPU▼   MEM  COMMAND",
          " 4194303   198 %  477M  compiler -O main.swift",
          "       1     0 %  977K  init",
        ] as [String]
    )
  }

  @Test func boxesHaveTitlesValuesAndScales() {
    machine.apply(busy)
    let text = text(columns: 80, rows: 24)
    #expect(
      text[.cpu] == [
        "╭─ CPU ───────────────────────────────────── 55.5 % ─╮",
        "│100                                                 │",
        "│                                                   ▂│",
        "│ 50                                                █│",
        "│  0                                                █│",
        "╰────────────────────────────────────────────────────╯",
      ]
    )
    #expect(
      text[.cores] == [
        "╭─ Cores ────────────────╮",
        "│ 0               █ 100 %│",
        "│                 █      │",
        "│ 1                  11 %│",
        "│                 ▂      │",
        "╰────────────────────────╯",
      ]
    )
    #expect(
      text[.memory] == [
        "╭─ Memory ── 25 % ─╮", "│ 1.9G of 7.5G     │", "│100               │", "│  0              ▄│",
        "│ Swap 477M of 954M│", "╰──────────────────╯",
      ]
    )
    #expect(
      text[.load] == [
        "╭─ Load ───────────╮", "│ 1.52 0.80 10.05  │", "│  2              ▂│", "│  1              █│",
        "│  0              █│", "╰──────────────────╯",
      ]
    )
    #expect(
      text[.network] == [
        "╭─ Network ────────╮", "│ ↓ 1.5K  ↑ 1.9M   │", "│ 1G               │", "│ 1M              ▅│",
        "│ 1K              █│", "╰──────────────────╯",
      ]
    )
    #expect(text[.disk]?[1] == "│ not available    │")
    #expect(
      text[.processes]?.prefix(4).map { String($0.prefix(60)) } == [
        "╭─ Processes ───────────────────────────────────────────────",
        "│     PID  USER        CPU▼    MEMORY  COMMAND              ",
        "│ 4194303  a-long-n   198 %   477 MiB  compiler -O main.swif",
        "│       1  root         0 %   977 KiB  init                 ",
      ]
    )
    #expect(text[.processes]?[0].hasSuffix("── 1–2 of 2 ─╮") == true)
  }

  @Test func aWideListNamesTheFolderOfAProgram() {
    machine.apply(busy)
    #expect(text(columns: 100, rows: 24)[.processes]?[2].contains("/bin/compiler -O main.swift") == true)
  }

  @Test func theFilterStandsInTheTitle() {
    machine.apply(busy)
    machine.processes.update { $0.filter("comp") }
    #expect(text(columns: 80, rows: 24)[.processes]?[0].hasSuffix("── /comp  1–1 of 1 (2) ─╮") == true)
    machine.processes.update { $0.filter("nothing") }
    #expect(text(columns: 80, rows: 24)[.processes]?[0].hasSuffix("── /nothing  none of 0 (2) ─╮") == true)
  }

  @Test func theSelectedProcessIsShownInReverse() {
    machine.apply(busy)
    machine.processes.update { table in
      table.fit(2)
      table.move(.down)
    }
    let lines = machine.processes.list.lines(height: 3, width: 50)
    #expect(lines[1].runs.map(\.style) == [.selected] && lines[1].width == 50)
    #expect(!lines[2].runs.map(\.style).contains(.selected))
  }

  @Test func coresWithoutALineEachShareOne() {
    machine.apply(busy)
    machine.cores.fit(GraphSize(columns: 1, rows: 1))
    #expect(machine.cores.rows("Cores", height: 1, RowColumns(width: 60)).map(\.plain) == [" Cores           █▁"])
  }

  @Test func linesAreCutAtTheEdge() {
    var line = Line()
    line.append("abc", .label)
    line.append("def")
    #expect(
      line.truncated(to: 4).runs == [
        .init(text: "abc", style: .label, width: 3), .init(text: "d", style: .plain, width: 1),
      ]
    )
    #expect(line.truncated(to: 0).runs.isEmpty)
    #expect(line.truncated(to: 6) == line)
  }

  @Test func alarmingSharesStandOut() {
    let styles = [0.1, 0.499, 0.5, 0.799, 0.8, 1].map { Percent($0, showsTenths: true).style }
    #expect(styles == [.plain, .plain, .warning, .warning, .alarm, .alarm])
  }
}
