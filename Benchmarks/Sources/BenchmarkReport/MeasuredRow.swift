/// What one row of the benchmarks gave, as its line of JSON says.
public struct MeasuredRow: Codable, Equatable, Sendable {
  public var name: String
  public var rivalName: String
  public var unit: String
  public var ours: Double
  public var rival: Double
  /// The median of the ratios of each round's pair; not a number where the rival took nothing.
  public var ratio: Double
  public var lowestRatio: Double
  public var highestRatio: Double
  public var rounds: Int
  public var limit: Double?
  public var limitIsAbsolute: Bool

  public init(
    name: String,
    rivalName: String,
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
