public import Observation

/// How busy all processors are together.
@MainActor @Observable
public final class CPUModel {
  /// The part of the time in which they are busy.
  public private(set) var busy = Percent(0.0, showsTenths: true)
  /// How that has changed.
  public let trend = Trend()

  package func apply(_ share: Double) {
    busy = Percent(share, showsTenths: true)
    trend.append(share)
  }
}
