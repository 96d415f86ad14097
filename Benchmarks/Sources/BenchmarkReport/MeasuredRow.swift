/// What one row of the benchmarks gave, as its line of JSON says.
package struct MeasuredRow: Codable, Equatable, Sendable {
  package var name: String
  package var rivalName: String
  /// Whether the rival does less than the library has to: a unit to count in, or the least that can be.
  package var rivalIsFloor: Bool
  package var unit: String
  package var ours: Double
  package var rival: Double
  /// The median of the ratios of each round's pair; not a number where the rival took nothing.
  package var ratio: Double
  package var lowestRatio: Double
  package var highestRatio: Double
  package var rounds: Int
  package var limit: Double?
  package var limitIsAbsolute: Bool

  package init(
    name: String,
    rivalName: String,
    rivalIsFloor: Bool = false,
    unit: String,
    ours: Double,
    rival: Double,
    ratio: Double,
    lowestRatio: Double,
    highestRatio: Double,
    rounds: Int,
    limit: Double? = nil,
    limitIsAbsolute: Bool = false
  ) {
    self.name = name
    self.rivalName = rivalName
    self.rivalIsFloor = rivalIsFloor
    self.unit = unit
    self.ours = ours
    self.rival = rival
    self.ratio = ratio
    self.lowestRatio = lowestRatio
    self.highestRatio = highestRatio
    self.rounds = rounds
    self.limit = limit
    self.limitIsAbsolute = limitIsAbsolute
  }
}
