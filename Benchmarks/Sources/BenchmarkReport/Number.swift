import Foundation

/// Numbers as people read them.
enum Number {
  /// With about three digits; a dash for what is no number.
  static func text(_ value: Double) -> String {
    guard value.isFinite else { return "–" }
    let size = abs(value)
    let digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.1 || size == 0 ? 2 : 4
    return String(format: "%.\(digits)f", value)
  }

  /// A coordinate, with one decimal at most.
  static func coordinate(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : String(format: "%.1f", Double(tenths) / 10)
  }
}
