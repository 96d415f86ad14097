/// A share of a whole, rounded to what is shown of it.
struct Percent: Equatable, Comparable, CustomStringConvertible, Sendable {
  private let tenths: Int
  private let showsTenths: Bool

  static let zero = Percent(0.0)

  init(_ fraction: Double, showsTenths: Bool = false) {
    let percent = fraction.isFinite ? min(max(0, fraction * 100), 1_000_000) : 0
    tenths = Int(showsTenths ? (percent * 10).rounded() : percent.rounded() * 10)
    self.showsTenths = showsTenths
  }

  /// How much `part` is of `whole`; zero of nothing.
  init(_ part: UInt64, of whole: UInt64) {
    self.init(whole == 0 ? 0 : Double(part) / Double(whole))
  }

  var description: String {
    showsTenths ? "\(tenths / 10).\(tenths % 10) %" : "\(tenths / 10) %"
  }

  /// Tells how alarming a share of a limited resource is.
  var style: Style {
    switch tenths {
    case ..<500: .plain
    case ..<800: .warning
    default: .alarm
    }
  }

  static func < (left: Percent, right: Percent) -> Bool {
    left.tenths < right.tenths
  }
}
