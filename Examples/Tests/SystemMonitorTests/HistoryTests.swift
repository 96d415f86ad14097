import Testing

@testable import SystemMonitor

@Suite struct HistoryTests {
  private func text(_ levels: [Level]) -> String {
    String(levels.map(\.glyph))
  }

  @Test func sharesHaveEightLevels() {
    let shares = [-1, 0, 0.124, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1, 7, .nan]
    #expect(text(shares.map { Level(share: $0) }) == "▁▁▁▂▃▄▅▆▇███▁")
  }

  @Test func eachLevelOfARateIsEightTimesTheOneBefore() {
    let rates = [0, 0.4, 1, 4095, 4096, 32_768, 262_144, 2_097_152, 16_777_216, 134_217_728, 1e12]
    #expect(text(rates.map { Level(bytesPerSecond: $0) }) == "▁▁▂▂▃▄▅▆▇██")
  }

  @Test func theLatestLevelsAreShown() {
    var history = History(before: .nothing)
    for share in [0.2, 0.4, 0.6, 0.8] { history.append(Level(share: share)) }
    #expect(text(history.latest(3)) == "▄▅▇")
    #expect(text(history.latest(6)) == "▁▁▂▄▅▇")
    #expect(text(history.latest(0)) == "")
  }

  @Test func aStateWasTheSameBeforeTheFirstSample() {
    var history = History(before: .firstValue)
    history.append(Level(share: 0.5))
    history.append(Level(share: 1))
    #expect(text(history.latest(4)) == "▅▅▅█")
  }

  @Test func historyIsBounded() {
    var history = History(before: .firstValue)
    history.append(Level(share: 1))
    for _ in 0..<History.capacity { history.append(.zero) }
    #expect(history.latest(History.capacity + 1) == Array(repeating: .zero, count: History.capacity + 1))
  }
}
