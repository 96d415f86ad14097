/// A number with two decimals, as the system states the load.
public struct Hundredths: Equatable, CustomStringConvertible, Sendable {
  package let value: Int

  package static let zero = Hundredths(value: 0)

  /// A number with two decimals.
  public var description: String {
    let decimals = value % 100
    return "\(value / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
