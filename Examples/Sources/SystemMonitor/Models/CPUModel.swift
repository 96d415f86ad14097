import Observation

/// How busy all processors are together.
@MainActor @Observable
final class CPUModel {
  private(set) var busy = Percent(0.0, showsTenths: true)
  let trend = Trend()

  func apply(_ share: Double) {
    busy = Percent(share, showsTenths: true)
    trend.append(share)
  }
}
