import Observation

/// How busy one processor is.
@MainActor @Observable
final class CoreModel {
  private(set) var busy = Percent.zero
  let trend = Trend()

  func apply(_ share: Double) {
    busy = Percent(share)
    trend.append(share)
  }
}
