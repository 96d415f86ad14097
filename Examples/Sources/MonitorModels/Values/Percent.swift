/// A share of a whole, rounded to what is shown of it.
public struct Percent: Equatable, Comparable, CustomStringConvertible, Sendable {
  package let tenths: Int
  private let showsTenths: Bool

  package static let zero = Percent(0.0)

  package init(_ fraction: Double, showsTenths: Bool = false) {
    let percent = fraction.isFinite ? min(max(0, fraction * 100), 1_000_000) : 0
    tenths = Int(showsTenths ? (percent * 10).rounded() : percent.rounded() * 10)
    self.showsTenths = showsTenths
  }

  /// How much `part` is of `whole`; zero of nothing.
  package init(_ part: UInt64, of whole: UInt64) {
    self.init(whole == 0 ? 0 : Double(part) / Double(whole))
  }

  /// A number and a percent sign.
  public var description: String {
    showsTenths ? "\(tenths / 10).\(tenths % 10) %" : "\(tenths / 10) %"
  }

  /// Compares what is shown.
  public static func < (left: Percent, right: Percent) -> Bool {
    left.tenths < right.tenths
  }
}
