import Testing

@testable import MonitorModels
@testable import SystemMonitor

@MainActor @Suite struct GraphTests {
  private let trend = Trend()

  private func drawn(_ size: GraphSize, _ shares: Double...) -> [String] {
    for share in shares { trend.append(share) }
    trend.fit(size)
    return trend.lines().map { $0.runs.map(\.text).joined() }
  }

  @Test func sharesHaveEightStepsInALine() {
    let shares = [-1, 0, 0.18, 0.19, 0.32, 0.44, 0.57, 0.69, 0.82, 0.94, 1, 7, .nan]
    #expect(String(shares.map { Level(share: $0).glyph() }) == "▁▁▁▂▃▄▅▆▇███▁")
  }

  @Test func aGraphOfSeveralLinesHasEightStepsInEach() {
    #expect(drawn(GraphSize(columns: 5, rows: 3), 0, 0.25, 0.5, 0.75, 1) == ["   ▂█", "  ▄██", "▁▆███"])
  }

  @Test func theTimeBeforeTheFirstSampleIsBlank() {
    #expect(drawn(GraphSize(columns: 5, rows: 1), 0, 1) == ["   ▁█"])
    #expect(trend.line.plain == "   ▁█")
  }

  @Test func theLatestSamplesAreShown() {
    #expect(drawn(GraphSize(columns: 2, rows: 1), 0.2, 0.4, 0.6, 0.8) == ["▅▆"])
    #expect(drawn(.none, 1) == [])
  }

  @Test func coloursGoByTheHeight() {
    for share in [0, 0.5, 0.9] { trend.append(share) }
    trend.fit(GraphSize(columns: 3, rows: 1))
    #expect(trend.line.runs.map(\.style) == [.calm, .warning, .alarm])
    trend.fit(GraphSize(columns: 3, rows: 4))
    #expect(trend.lines().map { $0.runs[0].style } == [.alarm, .warning, .calm, .calm])
  }

  @Test(arguments: [
    (1, ["100"]), (2, ["100", "  0"]), (3, ["100", " 50", "  0"]), (4, ["100", "   ", " 50", "  0"]),
    (5, ["100", "   ", " 50", "   ", "  0"]),
  ])
  func theScaleStandsAtTheTopTheMiddleAndTheBottom(_ rows: Int, _ scale: [String]) {
    trend.fit(GraphSize(columns: 1, rows: rows))
    #expect(trend.lines(.percent).map { $0.runs.map(\.text).joined() } == scale.map { $0 + "  " })
  }

  @Test func ratesAreLogarithmic() {
    let rates = [0, 1, 1024, 1 << 15, 1 << 20, 1 << 25, 1 << 30]
    #expect(rates.map { GraphScale.share(ofRate: Double($0)) } == [0, 0, 0, 0.25, 0.5, 0.75, 1])
    #expect(GraphScale.share(ofRate: 1.5 * Double(1 << 20)) == 0.525)
  }

  @Test(arguments: [(1, "0.5"), (2, "1"), (3, "1.5"), (8, "4"), (17, ""), (128, "64")])
  func theLoadIsFullAtTheNumberOfCores(_ coreCount: Int, _ middle: String) {
    #expect(GraphScale.load(coreCount: coreCount) == GraphScale(top: "\(coreCount)", middle: middle, bottom: "0"))
  }

  @Test func historyIsBounded() {
    var history = History()
    history.append(1)
    for _ in 0..<History.capacity { history.append(0) }
    #expect(history.latest(History.capacity + 1) == [nil] + Array(repeating: 0, count: History.capacity))
  }
}
