import Testing

@testable import MonitorModels
@testable import SystemMonitor

@Suite struct ValueTests {
  @Test(arguments: [
    (0.0, "0 B", "0B"), (0.4, "0 B", "0B"), (999, "999 B", "999B"), (999.6, "1.0 KiB", "1.0K"),
    (1024, "1.0 KiB", "1.0K"), (10_188, "9.9 KiB", "9.9K"), (10_189, "10 KiB", "10K"), (1_023_000, "999 KiB", "999K"),
    (1_023_900, "1.0 MiB", "1.0M"), (5e9, "4.7 GiB", "4.7G"), (1e21, "867 EiB", "867E"), (-5, "0 B", "0B"),
  ])
  func amountsAreRoundedToTwoOrThreeDigits(_ bytes: Double, _ text: String, _ short: String) {
    #expect(ByteAmount(bytes).description == text)
    #expect(ByteAmount(bytes).short == short)
  }

  @Test func amountsThatLookEqualAreEqual() {
    #expect(ByteAmount(3_000_000.0) == ByteAmount(3_010_000.0))
    #expect(ByteAmount(3_000_000.0) != ByteAmount(3_100_000.0))
  }

  @Test func amountsAreOrderedBySize() {
    let amounts = [0, 1, 999, 1024, 10_240, 1_048_576, 2_000_000_000].map { ByteAmount(UInt64($0)) }
    #expect(amounts.reversed().sorted() == amounts)
  }

  @Test(arguments: [
    (0.0, "0 %", "0.0 %"), (0.0049, "0 %", "0.5 %"), (0.125, "13 %", "12.5 %"), (1, "100 %", "100.0 %"),
    (3.5, "350 %", "350.0 %"), (-1, "0 %", "0.0 %"), (.nan, "0 %", "0.0 %"), (.infinity, "0 %", "0.0 %"),
  ])
  func percentagesAreRounded(_ share: Double, _ whole: String, _ tenths: String) {
    #expect(Percent(share).description == whole)
    #expect(Percent(share, showsTenths: true).description == tenths)
  }

  @Test func nothingOfNothingIsZeroPercent() {
    #expect(Percent(0, of: 0) == .zero)
    #expect(Percent(1, of: 4).description == "25 %")
  }

  @Test func terminalTextHasNoControlCharacters() {
    #expect(TerminalText.string(from: [0x1B, 0x5B, 0x41, 0x07, 0x7F, 0x9B, 0x20, 0x7E]) == "?[A??? ~")
  }
}
