import Foundation

extension Outcome {
  static let tableHeader = line("row", "ours", "rival", "unit", "ratio", "spread", "rounds", "limit", "the rival is")

  var tableLine: String {
    let limit = limit.map { limitIsAbsolute ? "\(Int($0)) \(unit)" : "\(Self.number($0)) x" }
    return Self.line(
      name,
      Self.number(ours),
      Self.number(rival),
      unit,
      Self.number(ratio),
      "\(Self.number(lowestRatio))-\(Self.number(highestRatio))",
      "\(rounds)",
      limit ?? "",
      rivalName
    )
  }

  private static func line(_ name: String, _ columns: String...) -> String {
    let widths = [-9, -9, 6, -6, -13, -6, -8]
    let padded = zip(columns, widths).map { $0.padded(to: $1) }
    return ([name.padded(to: 62)] + padded + columns.suffix(columns.count - widths.count)).joined(separator: " ")
  }

  private static func number(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    let digits = value >= 1_000 ? 0 : value >= 100 ? 1 : value >= 0.1 || value == 0 ? 2 : 4
    return String(format: "%.\(digits)f", value)
  }
}
