/// What the rounds of one row gave.
struct Outcome: Encodable {
  let name: String
  let rivalName: String
  let rivalIsFloor: Bool
  let unit: String
  let ours: Double
  let rival: Double
  /// The median of the ratios of each round's pair.
  let ratio: Double
  let lowestRatio: Double
  let highestRatio: Double
  let lowestOurs: Double
  let rounds: Int
  let limit: Double?
  let limitIsAbsolute: Bool

  /// Takes for each round what one operation took, in the unit of the row.
  init(_ row: Row, _ pairs: [(ours: Double, rival: Double)]) {
    name = row.name
    rivalName = row.rival
    rivalIsFloor = row.isFloor
    unit = row.unit.rawValue
    ours = Self.median(pairs.map(\.ours))
    rival = Self.median(pairs.map(\.rival))
    // A ratio to nothing says nothing.
    let ratios = pairs.map { abs($0.rival) < 0.05 ? .nan : $0.ours / $0.rival }
    ratio = Self.median(ratios)
    lowestRatio = ratios.min() ?? .nan
    highestRatio = ratios.max() ?? .nan
    lowestOurs = pairs.map(\.ours).min() ?? .nan
    rounds = pairs.count
    limit = row.limits?.current
    limitIsAbsolute = row.isAbsolute
  }

  /// Whether even the best of the rounds exceeds the limit: what else the machine did is no reason, then.
  var exceedsLimit: Bool {
    guard let limit else { return false }
    return (limitIsAbsolute ? lowestOurs : lowestRatio) > limit
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.last else { return .nan }
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : min(sorted[middle], last)
  }
}
