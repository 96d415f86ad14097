import Observation

/// How busy one processor is.
@MainActor @Observable
final class CoreModel {
  private(set) var busy = Percent.zero
  /// `busy` as one bar, for where there is no room for more.
  private(set) var level = Level.zero
  let trend = Trend(before: .nothing)

  func apply(_ share: Double) {
    busy = Percent(share)
    level = Level(share: share)
    trend.append(level)
  }
}
