import Testing

@testable import SystemMonitor

@Suite struct LayoutTests {
  private func layout(_ columns: Int, _ rows: Int, cores: Int = 2) -> Layout {
    Layout(WindowSize(columns: columns, rows: rows), coreCount: cores)
  }

  private func frames(_ layout: Layout) -> [Frame] {
    ([layout.header] + Panel.allCases.map { layout.frames[$0] } + [layout.footer]).compactMap { $0 }
  }

  @Test(arguments: 0...60, [1, 2, 64])
  func framesFitAndFollowEachOther(_ rows: Int, _ cores: Int) {
    let frames = frames(layout(80, rows, cores: cores))
    var row = 0
    for frame in frames {
      #expect(frame.row >= row && frame.height > 0)
      row = frame.row + frame.height
    }
    #expect(row <= rows)
    // Whatever room there is goes to something.
    #expect(frames.map(\.height).reduce(0, +) >= rows - 2)
  }

  @Test func aLargeWindowShowsEverything() {
    let layout = layout(120, 40)
    #expect(layout.header != nil && layout.footer?.height == 2)
    #expect(Set(layout.frames.keys) == Set(Panel.allCases))
    #expect(layout.frames[.cores]?.height == 2)
    #expect(layout.processCount > 20)
  }

  @Test func manyCoresShareALine() {
    #expect(layout(120, 40, cores: 64).frames[.cores]?.height == 1)
  }

  @Test func aSmallWindowDropsWhatMattersLess() {
    let layout = layout(40, 10)
    #expect(layout.header == nil && layout.frames[.cores] == nil)
    #expect(layout.processCount == 1 && layout.footer?.height == 2)
    #expect(Set(layout.frames.keys) == Set(Panel.allCases).subtracting([.cores]))
  }

  @Test func aTinyWindowShowsTheProcessors() {
    #expect(layout(5, 1).frames == [.cpu: Frame(row: 0, height: 1, width: 5)])
    #expect(frames(layout(0, 0)).isEmpty)
  }

  @Test func namesAndSparklinesFollowTheWidth() {
    #expect(RowColumns(width: 120).trend == 77 && !RowColumns(width: 120).isShort)
    #expect(RowColumns(width: 40).trend == 17 && RowColumns(width: 40).isShort)
    #expect(RowColumns(width: 20).trend == 0)
  }
}
