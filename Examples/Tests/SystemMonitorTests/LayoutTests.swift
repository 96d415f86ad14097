import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct LayoutTests {
  private func layout(_ columns: Int, _ rows: Int, cores: Int = 2, showsCounts: Bool = false) -> Layout {
    Layout(WindowSize(columns: columns, rows: rows), coreCount: cores, showsCounts: showsCounts)
  }

  private func frames(_ layout: Layout) -> [Frame] {
    ([layout.header] + Panel.allCases.map { layout.frames[$0] } + [layout.footer]).compactMap { $0 }
  }

  @Test(arguments: 0...70, [10, 40, 63, 64, 80, 131, 200])
  func framesFillTheWindowWithoutOverlaps(_ rows: Int, _ columns: Int) {
    for cores in [1, 2, 64] {
      var cells = Array(repeating: 0, count: rows * columns)
      for frame in frames(layout(columns, rows, cores: cores)) {
        for row in frame.row..<(frame.row + frame.height) {
          for column in frame.column..<(frame.column + frame.width) { cells[row * columns + column] += 1 }
        }
      }
      #expect(cells.allSatisfy { $0 == 1 })
    }
  }

  @Test func aLargeWindowHasABoxForEachPanel() {
    let layout = layout(120, 40)
    #expect(layout.hasBoxes && layout.header != nil && layout.footer?.height == 1)
    #expect(Set(layout.frames.keys) == Set(Panel.allCases))
    #expect(layout.processCount == 19)
    #expect(layout.graph(of: .cpu) == GraphSize(columns: 74, rows: 7))
    #expect(layout.graph(of: .memory) == GraphSize(columns: 24, rows: 3))
    #expect(layout.graph(of: .cores) == GraphSize(columns: 29, rows: 3))
  }

  @Test func theUsualWindowShowsEightProcesses() {
    let layout = layout(80, 24)
    #expect(layout.hasBoxes && layout.header == nil && layout.processCount == 8)
    #expect(layout.graph(of: .cpu) == GraphSize(columns: 48, rows: 4))
  }

  @Test func aSmallWindowDropsWhatMattersLess() {
    let layout = layout(40, 10)
    #expect(!layout.hasBoxes && layout.header == nil && layout.frames[.cores] == nil)
    #expect(layout.processCount == 3 && layout.footer?.height == 1)
    #expect(Set(layout.frames.keys) == Set(Panel.allCases).subtracting([.cores]))
    #expect(layout.graph(of: .cpu) == GraphSize(columns: 17, rows: 1))
  }

  @Test func countsTakeASecondLineOfANarrowWindow() {
    #expect(layout(40, 10, showsCounts: true).footer?.height == 2)
    #expect(layout(80, 24, showsCounts: true) == layout(80, 24))
  }

  @Test func manyCoresShareALine() {
    #expect(layout(60, 40, cores: 64).frames[.cores]?.height == 1)
    #expect(layout(60, 40, cores: 8).frames[.cores]?.height == 8)
  }

  @Test func aTinyWindowShowsTheProcessors() {
    #expect(layout(5, 1).frames == [.cpu: Frame(row: 0, height: 1, width: 5)])
    #expect(frames(layout(0, 0)).isEmpty)
  }

  @Test func thePageAboutKeysHasTheWindowForItself() {
    let layout = Layout(WindowSize(columns: 80, rows: 24), coreCount: 2, page: .help)
    #expect(frames(layout).isEmpty && layout.help == Frame(row: 0, height: 24, width: 80))
  }

  @Test func namesAndGraphsFollowTheWidth() {
    #expect(RowColumns(width: 120).trend == 77 && !RowColumns(width: 120).isShort)
    #expect(RowColumns(width: 40).trend == 17 && RowColumns(width: 40).isShort)
    #expect(RowColumns(width: 20).trend == 0)
  }
}
