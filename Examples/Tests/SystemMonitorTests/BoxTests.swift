import Testing

@testable import SystemMonitor

@Suite struct BoxTests {
  private func box(_ title: String, _ value: String, _ content: [String], width: Int, height: Int) -> [String] {
    Box(title: title, value: Line(value))
      .lines(content.map { Line($0) }, in: Frame(row: 0, height: height, width: width)).map(\.plain)
  }

  @Test func contentIsCutAndFilled() {
    #expect(
      box("CPU", "5 %", ["one", "a line too long"], width: 16, height: 5) == [
        "╭─ CPU ─── 5 % ─╮".replacing("───", with: "──"),
        "│one           │",
        "│a line too lon│",
        "│              │",
        "╰──────────────╯",
      ]
    )
  }

  @Test func aValueWithoutRoomIsLeftOut() {
    #expect(box("Memory", "100 %", [], width: 14, height: 2) == ["╭─ Memory ───╮", "╰────────────╯"])
    #expect(box("Processes", "", [], width: 9, height: 2)[0] == "╭─ Pro ─╮")
  }

  @Test(arguments: [(2, 5), (5, 1), (0, 0)])
  func aFrameWithoutAnInsideShowsNothing(_ width: Int, _ height: Int) {
    #expect(box("CPU", "", ["x"], width: width, height: height).isEmpty)
  }

  @Test(arguments: 3...40)
  func allLinesAreAsWideAsTheFrame(_ width: Int) {
    let lines = Box(title: "Network", value: Line("9 %")).lines(
      [Line("text")],
      in: Frame(row: 0, height: 4, width: width)
    )
    #expect(lines.map(\.width) == Array(repeating: width, count: 4))
  }
}
