import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct KeyParserTests {
  private func keys(_ pieces: String...) -> [Key] {
    var parser = KeyParser()
    return pieces.flatMap { parser.keys(in: $0.utf8) }
  }

  @Test(arguments: [
    ("q", [Key.character("q")]), ("\u{1B}[A", [.up]), ("\u{1B}OB", [.down]),
    ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
    ("\u{1B}[H\u{1B}[1~\u{1B}[F\u{1B}[4~", [.home, .home, .end, .end]), ("\r\n", [.enter, .enter]),
    ("\u{7F}\u{8}", [.backspace, .backspace]), ("\u{1B}", [.escape]), ("\u{C}", [.redraw]),
    ("\u{1B}[C\u{1B}[D", [.right, .left]), ("é", [.character("é")]), ("\u{1B}[15~x", [.character("x")]),
    ("\u{1}\u{2}", []), ("\u{1B}x", [.escape, .character("x")]),
  ])
  func bytesBecomeKeys(_ text: String, _ expected: [Key]) {
    #expect(keys(text) == expected)
  }

  @Test func aSequenceMayComeInPieces() {
    var parser = KeyParser()
    #expect(parser.keys(in: "\u{1B}[".utf8) == [])
    #expect(parser.keys(in: "5".utf8) == [])
    #expect(parser.keys(in: "~x".utf8) == [.pageUp, .character("x")])
    #expect(parser.keys(in: [0xC3]) == [])
    #expect(parser.keys(in: [0xA9]) == [.character("é")])
  }

  @Test func bytesThatAreNoTextAreNoReasonToStop() {
    var parser = KeyParser()
    #expect(parser.keys(in: [0xFF, 0x80, UInt8(ascii: "q")]).last == .character("q"))
  }
}
