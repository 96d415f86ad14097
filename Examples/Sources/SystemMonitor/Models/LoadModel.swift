import Observation

/// How many processes run or wait to run.
@MainActor @Observable
final class LoadModel {
  private(set) var one = Hundredths.zero
  private(set) var five = Hundredths.zero
  private(set) var fifteen = Hundredths.zero
  /// What the graph is full at.
  private(set) var coreCount = 1
  let trend = Trend()

  func apply(_ load: LoadReading, coreCount: Int) {
    one = load.one
    five = load.five
    fifteen = load.fifteen
    self.coreCount = max(1, coreCount)
    trend.append(Double(load.one.value) / 100 / Double(self.coreCount))
  }
}
