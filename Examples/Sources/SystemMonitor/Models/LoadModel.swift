import Observation

/// How many processes run or wait to run.
@MainActor @Observable
final class LoadModel {
  private(set) var one = Hundredths.zero
  private(set) var five = Hundredths.zero
  private(set) var fifteen = Hundredths.zero
  let trend = Trend(before: .firstValue)

  /// The trend is full when each core has a process to run.
  func apply(_ load: LoadReading, coreCount: Int) {
    one = load.one
    five = load.five
    fifteen = load.fifteen
    trend.append(Level(share: Double(load.one.value) / 100 / Double(max(1, coreCount))))
  }
}
