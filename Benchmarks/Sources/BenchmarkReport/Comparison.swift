/// Two runs of the same rows.
///
/// Ratios are compared, not times: each is measured against a rival in the same run, so a machine that was slower at one time
/// was so for both sides.
package struct Comparison: Equatable, Sendable {
  package enum Verdict: String, Sendable {
    case faster, slower
    /// The spreads overlap: the difference may be chance.
    case same
    /// One of the ratios is no number.
    case unknown
  }

  package struct Change: Equatable, Sendable {
    package let name: String
    package let before: MeasuredRow
    package let after: MeasuredRow

    package var verdict: Verdict {
      guard before.ratio.isFinite, after.ratio.isFinite else { return .unknown }
      if after.highestRatio < before.lowestRatio { return .faster }
      return after.lowestRatio > before.highestRatio ? .slower : .same
    }

    /// How much the ratio has changed, as a share of what it was.
    package var share: Double {
      after.ratio / before.ratio - 1
    }
  }

  /// The rows that both runs have, in the order of the later one.
  package let changes: [Change]
  /// Rows of one run alone.
  package let added: [String]
  package let removed: [String]

  package init(from before: BenchmarkRun, to after: BenchmarkRun) {
    let earlier = Dictionary(before.measurements.map { ($0.name, $0) }) { first, _ in first }
    changes = after.measurements.compactMap { measurement in
      earlier[measurement.name].map { Change(name: measurement.name, before: $0, after: measurement) }
    }
    let names = Set(after.measurements.map(\.name))
    added = after.measurements.map(\.name).filter { earlier[$0] == nil }
    removed = before.measurements.map(\.name).filter { !names.contains($0) }
  }

  /// A table in Markdown, the rows that differ first.
  package var markdown: String {
    let ordered = changes.filter { $0.verdict != .same } + changes.filter { $0.verdict == .same }
    var lines = ["| row | before | now | change | |", "|---|--:|--:|--:|---|"]
    lines += ordered.map { change in
      "| \(change.name.inTable) | \(change.before.ratioAndSpread) | \(change.after.ratioAndSpread) | "
        + "\(change.percent) | \(change.verdict == .unknown ? "" : change.verdict.rawValue) |"
    }
    if !added.isEmpty { lines += ["", "New: " + added.map(\.inTable).joined(separator: "; ") + "."] }
    if !removed.isEmpty {
      lines += ["", "No longer measured: " + removed.map(\.inTable).joined(separator: "; ") + "."]
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

extension Comparison.Change {
  fileprivate var percent: String {
    guard share.isFinite else { return "–" }
    let percent = Int((share * 100).rounded())
    return (percent > 0 ? "+" : percent < 0 ? "−" : "") + "\(abs(percent)) %"
  }
}
