import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct ByteScannerTests {
  @Test func fieldsAreSeparatedBySpacesAndTabs() {
    var scanner = ByteScanner(bytes("  one\ttwo   three\nfour"))
    var fields: [String] = []
    while let field = scanner.field() { fields.append(String(decoding: field, as: UTF8.self)) }
    #expect(fields == ["one", "two", "three"])
    scanner.nextLine()
    #expect(scanner.field().map(Array.init) == Array("four".utf8))
    #expect(scanner.isAtEnd)
  }

  @Test(arguments: [
    ("0", 0), ("18446744073709551615", UInt64.max), ("18446744073709551616", nil), ("-1", nil), ("1x", nil), ("", nil),
  ])
  func numbersAreDecimalAndFit(_ text: String, _ number: UInt64?) {
    #expect(ByteScanner.number(bytes(text)) == number)
  }

  @Test func aMissingSeparatorIsNotLookedForInTheNextLine() {
    var scanner = ByteScanner(bytes("eth0\nlo: 1"))
    #expect(scanner.field(endingWith: UInt8(ascii: ":")) == nil)
  }

  @Test func theRestUpToTheLastByteMayHoldOthers() {
    var scanner = ByteScanner(bytes("a) b) c"))
    #expect(scanner.rest(upToLast: UInt8(ascii: ")")).map(Array.init) == Array("a) b".utf8))
    #expect(scanner.field().map(Array.init) == Array("c".utf8))
  }
}
