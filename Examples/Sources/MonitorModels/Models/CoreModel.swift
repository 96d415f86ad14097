public import Observation

/// How busy one processor is.
@MainActor @Observable
public final class CoreModel {
  /// The part of the time in which it is busy.
  public private(set) var busy = Percent.zero
  /// How that has changed.
  public let trend = Trend()

  package func apply(_ share: Double) {
    busy = Percent(share)
    trend.append(share)
  }
}
