/// A number with two decimals, as the system states the load.
struct Hundredths: Equatable, CustomStringConvertible, Sendable {
  let value: Int

  static let zero = Hundredths(value: 0)

  var description: String {
    let decimals = value % 100
    return "\(value / 100).\(decimals < 10 ? "0" : "")\(decimals)"
  }
}
