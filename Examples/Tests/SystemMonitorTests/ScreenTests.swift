import Testing

@testable import SystemMonitor

@MainActor @Suite struct ScreenTests {
  private func drawn(colors: Bool) -> String {
    var bytes: [UInt8] = []
    var line = Line()
    line.append("CPU", .label)
    line.append(" 90 %", .alarm)
    let screen = Screen(colors: colors) { bytes += $0 }
    screen.draw([line], in: Frame(row: 2, column: 4, height: 2, width: 6))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func linesAreDrawnInTheirFrameAndTheRestIsBlanked() {
    #expect(
      drawn(colors: true)
        == "\u{1B}[3;5H\u{1B}[36mCPU\u{1B}[0m\u{1B}[31;1m 90\u{1B}[0m\u{1B}[4;5H      "
    )
  }

  @Test func withoutColorsThereAreOnlyBoldDimAndReversed() {
    #expect(drawn(colors: false) == "\u{1B}[3;5HCPU\u{1B}[1m 90\u{1B}[0m\u{1B}[4;5H      ")
    #expect(Set(Style.allCases.map { $0.code(colors: false) }) == ["", "1", "2", "7"])
  }
}
