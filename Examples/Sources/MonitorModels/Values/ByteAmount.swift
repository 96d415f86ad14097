/// A number of bytes, rounded to what is shown of it: two or three digits and a unit.
///
/// Models hold this instead of the exact number, so that a change too small to be seen is no change at all.
public struct ByteAmount: Equatable, Comparable, CustomStringConvertible, Sendable {
  private static let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  private let unit: Int
  private let tenths: Int

  package static let zero = ByteAmount(0.0)

  package init(_ bytes: Double) {
    var value = max(0, bytes)
    var unit = 0
    // Above 999 a number would need a fourth digit.
    while value >= 999.5, unit < Self.units.count - 1 {
      value /= 1024
      unit += 1
    }
    self.unit = unit
    let showsTenths = unit > 0 && value < 9.95
    tenths = Int(showsTenths ? (value * 10).rounded() : value.rounded() * 10)
  }

  package init(_ bytes: UInt64) {
    self.init(Double(bytes))
  }

  /// At most seven characters, like `9.9 MiB` or `999 B`.
  public var description: String {
    "\(number) \(Self.units[unit])"
  }

  /// At most four characters, like `9.9M` or `999B`.
  package var short: String {
    number + Self.units[unit].prefix(1)
  }

  private var number: String {
    unit > 0 && tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\(tenths / 10)"
  }

  /// Compares what is shown.
  public static func < (left: ByteAmount, right: ByteAmount) -> Bool {
    (left.unit, left.tenths) < (right.unit, right.tenths)
  }
}
