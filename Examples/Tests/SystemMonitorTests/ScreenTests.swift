import Testing

@testable import SystemMonitor

@MainActor @Suite struct ScreenTests {
  private func drawn(colors: Bool) -> String {
    var bytes: [UInt8] = []
    var line = Line()
    line.append("CPU", .label)
    line.append(" 90 %", .alarm)
    let screen = Screen(colors: colors) { bytes += $0 }
    screen.draw([line], in: Frame(row: 2, height: 2, width: 6))
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func linesAreDrawnInTheirFrameAndTheRestIsBlanked() {
    #expect(
      drawn(colors: true)
        == "\u{1B}[3;1H\u{1B}[36mCPU\u{1B}[0m\u{1B}[31;1m 90\u{1B}[0m\u{1B}[K\u{1B}[4;1H\u{1B}[K"
    )
  }

  @Test func withoutColorsThereAreOnlyBoldAndDim() {
    #expect(drawn(colors: false) == "\u{1B}[3;1HCPU\u{1B}[1m 90\u{1B}[0m\u{1B}[K\u{1B}[4;1H\u{1B}[K")
    let all = [Style.plain, .label, .dim, .heading, .trend, .warning, .alarm]
    #expect(Set(all.map { $0.code(colors: false) }) == ["", "1", "2"])
  }
}
