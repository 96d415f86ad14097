extension BenchmarkRun {
  /// The name of the chart's file beside the report.
  package static let chartFile = "ratios.svg"

  /// The report for people, with the chart and a table.
  ///
  /// - Parameter comparison: The comparison with an earlier run, if there is one.
  /// - Returns: Markdown that names ``chartFile``.
  package func markdown(_ comparison: Comparison? = nil) -> String {
    var text = """
      # Benchmarks

      One run of `benchmarks\(conditions.arguments.map { " " + $0 }.joined())`, on \(conditions.date).

      | | |
      |---|---|
      | Processor | \(conditions.processor.inTable), \(conditions.processorCount) available |
      | System | \(conditions.system.inTable) |
      | Tracking backend | \(conditions.backend ?? "unknown") |
      | Toolchain | \(conditions.toolchain.inTable) |
      | Load before | \(conditions.load.map(Number.text) ?? "unknown") |

      Each row and its rival take turns, round by round, in the same run. A ratio is the median of the rounds' ratios; below 1, the
      library takes less. The spread is from the lowest round to the highest. Compare ratios, not times, which depend on the machine
      and on what else it does.


      """
    if !RatioChart(measurements).isEmpty {
      text += "![The ratios of the table as bars](\(Self.chartFile))\n\n"
    }
    text += Self.table(of: measurements.filter { !$0.rivalIsFloor }, against: "rival")
    let floors = measurements.filter(\.rivalIsFloor)
    if !floors.isEmpty {
      text += """

        ## Compared with a floor

        Here the other side isn't a rival: it does less than the library has to, such as a plain call of a closure, or the same computation
        without anything that's notified of changes. The ratio is the price of the rest.


        """
      text += Self.table(of: floors, against: "floor")
    }
    if let comparison { text += "\n## Compared with the baseline\n\n\(comparison.markdown)" }
    return text
  }

  private static func table(of rows: [MeasuredRow], against rival: String) -> String {
    let header =
      "| row | ours | \(rival) | | ratio | spread | rounds | the \(rival) is |\n|---|--:|--:|---|--:|--:|--:|---|\n"
    return rows.reduce(into: header) { text, row in
      text +=
        "| \(row.name.inTable) | \(Number.text(row.ours)) | \(Number.text(row.rival)) | \(row.unit) | "
        + "\(Number.text(row.ratio)) | \(row.spread) | \(row.rounds) | \(row.rivalName.inTable) |\n"
    }
  }
}

extension MeasuredRow {
  var spread: String {
    ratio.isFinite ? "\(Number.text(lowestRatio))–\(Number.text(highestRatio))" : "–"
  }

  var ratioAndSpread: String {
    ratio.isFinite ? "\(Number.text(ratio)) (\(spread))" : "–"
  }
}

extension String {
  /// As it can stand in a cell of a table.
  var inTable: String {
    replacing("|", with: "\\|").replacing("<", with: "&lt;").replacing("@", with: "&#64;").replacing("\n", with: " ")
  }
}
