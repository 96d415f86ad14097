import Foundation
import Testing

import BenchmarkReport

@Suite struct BenchmarkReportTests {
  private static func row(
    _ name: String,
    _ ratio: Double,
    _ low: Double,
    _ high: Double,
    isFloor: Bool = false
  ) -> MeasuredRow {
    MeasuredRow(
      name: name,
      rivalName: "a <bare> loop",
      rivalIsFloor: isFloor,
      unit: "ns",
      ours: 100 * ratio,
      rival: 100,
      ratio: ratio,
      lowestRatio: low,
      highestRatio: high,
      rounds: 9
    )
  }

  private static func run(_ measurements: MeasuredRow...) -> BenchmarkRun {
    BenchmarkRun(
      conditions: Conditions(
        date: "2026-01-02",
        processor: "A processor",
        processorCount: 2,
        system: "Linux",
        toolchain: "Swift 6.3.1",
        backend: "public",
        load: 0.25,
        arguments: ["--report", "out"]
      ),
      measurements: measurements
    )
  }

  @Test func aRunSurvivesJSON() throws {
    let run = Self.run(Self.row("pass", 0.5, 0.4, 0.6))
    #expect(try BenchmarkRun(json: run.json()) == run)
    // A ratio to nothing is no number, which JSON doesn't know.
    let nothing = try BenchmarkRun(json: Self.run(Self.row("jobs", .nan, .nan, .nan)).json())
    #expect(nothing.measurements[0].ratio.isNaN)
  }

  @Test func measurementsAreFoundAmongTheLines() {
    let lines = """
      {"limitIsAbsolute":false,"name":"pass","ours":1,"ratio":"nan","lowestRatio":"nan","highestRatio":"nan",\
      "rival":0,"rivalIsFloor":false,"rivalName":"none","rounds":9,"unit":"ns"}
      {"bursts":1000,"stuck":0}
      no JSON
      """
    #expect(BenchmarkRun.measurements(in: lines).map(\.name) == ["pass"])
  }

  @Test func theReportNamesMachineToolchainDateAndRivals() {
    let text = Self.run(Self.row("pass | @actor", 0.5, 0.42, 1.25)).markdown()
    #expect(text.contains("One run of `benchmarks --report out`, on 2026-01-02."))
    #expect(text.contains("| Processor | A processor, 2 available |") && text.contains("| Load before | 0.25 |"))
    #expect(text.contains("| Toolchain | Swift 6.3.1 |"))
    #expect(
      text.contains("| pass \\| &#64;actor | 50.0 | 100 | ns | 0.50 | 0.42–1.25 | 9 | a &lt;bare> loop |")
    )
    #expect(text.contains("](ratios.svg)") && !text.contains("baseline"))
  }

  @Test func aRatioToNothingHasNoPlaceInTheChart() {
    let run = Self.run(Self.row("jobs", .nan, .nan, .nan))
    #expect(RatioChart(run.measurements).isEmpty)
    #expect(!run.markdown().contains("ratios.svg") && run.markdown().contains("| – | – | 9 |"))
  }

  @Test func whatIsComparedWithAFloorHasATableOfItsOwn() {
    let run = Self.run(Self.row("pass", 0.5, 0.4, 0.6), Self.row("write", 9, 8, 10, isFloor: true))
    let parts = run.markdown().components(separatedBy: "## Compared with a floor")
    #expect(parts.count == 2 && parts[0].contains("| pass |") && !parts[0].contains("| write |"))
    #expect(parts.last?.contains("| write | 900 | 100 | ns | 9.00 | 8.00–10.0 | 9 | a &lt;bare> loop |") == true)
    #expect(!RatioChart(run.measurements).svg.contains("write"))
    #expect(!Self.run(Self.row("pass", 0.5, 0.4, 0.6)).markdown().contains("floor"))
  }

  @Test func theScaleIsLogarithmicAndHoldsSpreadsUpToSixteenTimes() {
    let chart = RatioChart([Self.row("a", 1, 0.6, 3), Self.row("b", 2, 0.08, 2)])
    #expect(chart.ticks == [0.0625, 0.125, 0.25, 0.5, 1, 2, 4])
    #expect(RatioChart([Self.row("a", 1, 1, 1)]).ticks == [0.5, 1, 2])
    #expect(RatioChart([Self.row("a", 1, 1e-4, 1000)]).ticks == [0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16])
    #expect(RatioChart([Self.row("a", 1, 1, 1)]).position(1) == 0.5)
    #expect(
      [0.5, 2, 0.001, 1000, .infinity, .nan].map(RatioChart([Self.row("a", 1, 1, 1)]).position) == [0, 1, 0, 1, 1, 0]
    )
  }

  @Test func theChartShowsSpreadMedianAndName() {
    let svg = RatioChart([Self.row("a < b", 0.5, 0.5, 1), Self.row("c", 2, 1, 2)]).svg
    #expect(svg.contains(">a &lt; b</text>") && svg.contains(">0.50×</text>") && svg.contains(">2.00×</text>"))
    // From a half to one is half of the 330 points between a half and two.
    #expect(svg.contains("class=\"less\" x=\"510\" y=\"35\" width=\"165\""))
    #expect(svg.contains("class=\"more\" x=\"675\" y=\"57\" width=\"165\""))
    #expect(svg.contains("class=\"median\" x=\"508.5\""))
  }

  @Test func onlyWhatTheSpreadDoesNotExplainIsAChange() {
    let before = Self.run(
      Self.row("a", 1, 0.9, 1.1),
      Self.row("b", 1, 0.9, 1.1),
      Self.row("c", 1, 0.9, 1.1),
      Self.row("d", .nan, .nan, .nan),
      Self.row("old", 1, 1, 1)
    )
    let after = Self.run(
      Self.row("new", 1, 1, 1),
      Self.row("a", 1.2, 1.05, 1.4),
      Self.row("b", 0.5, 0.4, 0.6),
      Self.row("c", 2, 1.5, 3),
      Self.row("d", 1, 1, 1)
    )
    let comparison = Comparison(from: before, to: after)
    #expect(comparison.changes.map { "\($0.name) \($0.verdict)" } == ["a same", "b faster", "c slower", "d unknown"])
    #expect(comparison.added == ["new"] && comparison.removed == ["old"])
    #expect(
      comparison.markdown == """
        | row | before | now | change | |
        |---|--:|--:|--:|---|
        | b | 1.00 (0.90–1.10) | 0.50 (0.40–0.60) | −50 % | faster |
        | c | 1.00 (0.90–1.10) | 2.00 (1.50–3.00) | +100 % | slower |
        | d | – | 1.00 (1.00–1.00) | – |  |
        | a | 1.00 (0.90–1.10) | 1.20 (1.05–1.40) | +20 % | same |

        New: new.

        No longer measured: old.

        """
    )
    #expect(after.markdown(comparison).contains("## Compared with the baseline\n\n| row |"))
  }
}
