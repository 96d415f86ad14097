public import Observation

/// How many processes run or wait to run.
@MainActor @Observable
public final class LoadModel {
  /// The mean of a minute.
  public private(set) var one = Hundredths.zero
  /// The mean of five minutes.
  public private(set) var five = Hundredths.zero
  /// The mean of fifteen minutes.
  public private(set) var fifteen = Hundredths.zero
  /// What the graph is full at.
  public private(set) var coreCount = 1
  /// How the mean of a minute has changed.
  public let trend = Trend()

  package func apply(_ load: LoadReading, coreCount: Int) {
    one = load.one
    five = load.five
    fifteen = load.fifteen
    self.coreCount = max(1, coreCount)
    trend.append(Double(load.one.value) / 100 / Double(self.coreCount))
  }
}
