import Testing

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
    sample.processes.insert(
      ProcessRow(pid: 4_194_303, name: "compiler", cpu: Percent(1.98), memory: ByteAmount(5e8)),
      at: 0
    )
  }

  private func lines(_ panel: Panel, width: Int, height: Int = 1) -> [Line] {
    let columns = RowColumns(width: width)
    machine.fit(trend: columns.trend, processes: height - 1)
    return panel.lines(of: machine, height: height, columns)
  }

  private func text(width: Int) -> [String] {
    Panel.allCases.flatMap { panel in
      let height = panel == .cores ? 2 : panel == .processes ? 3 : 1
      return lines(panel, width: width, height: height).map(\.plain)
    }
  }

  @Test func aWideWindowShowsNamesAndUnits() {
    machine.apply(busy)
    #expect(
      text(width: 60) == [
        " CPU         55.5 %                       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▅",
        " Core 0       100 %                       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█",
        " Core 1        11 %                       ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁",
        " Memory        25 %  1.9 GiB of 7.5 GiB   ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃",
        " Swap          50 %  477 MiB of 954 MiB   ▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅",
        " Load        1.52       0.80   10.05      ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇",
        " Network    ↓  1.5 KiB/s   ↑  1.9 MiB/s   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▅",
        " Disk       not available                 ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁",
        "    PID   CPU      MEMORY  NAME",
        "4194303   198 %   477 MiB  compiler",
        "      1     0 %   977 KiB  init",
      ]
    )
  }

  @Test func aNarrowWindowAbbreviates() {
    machine.apply(busy)
    #expect(
      text(width: 40) == [
        " CPU    55.5 %        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▅",
        " Co 0    100 %        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█",
        " Co 1     11 %        ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁",
        " Mem      25 %  1.9G  ▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃",
        " Swp      50 %  477M  ▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅",
        " Load   1.52          ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇",
        " Net   ↓1.5K ↑ 1.9M   ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▅",
        " Dsk   not available  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁",
        "    PID   CPU     MEM  NAME",
        "4194303   198 %  477M  compiler",
        "      1     0 %  977K  init",
      ]
    )
  }

  @Test func coresWithoutALineEachShareOne() {
    machine.apply(busy)
    #expect(lines(.cores, width: 60).map(\.plain) == [" Cores           █▁"])
  }

  @Test func linesAreCutAtTheEdge() {
    var line = Line()
    line.append("abc", .label)
    line.append("def")
    #expect(line.truncated(to: 4).runs == [.init(text: "abc", style: .label), .init(text: "d", style: .plain)])
    #expect(line.truncated(to: 0).runs.isEmpty)
    #expect(line.truncated(to: 6) == line)
  }

  @Test func alarmingSharesStandOut() {
    let styles = [0.1, 0.499, 0.5, 0.799, 0.8, 1].map { Percent($0, showsTenths: true).style }
    #expect(styles == [.plain, .plain, .warning, .warning, .alarm, .alarm])
  }
}
