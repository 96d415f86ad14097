/// Delivers at most one value in each interval.
///
/// The first value is delivered at once and begins an interval. A value that arrives during an interval is delivered at
/// the end of the interval, which begins the next one; after an interval without values, the next value is delivered at
/// once. A value still waiting when the stream finishes is delivered at once.
public struct ObservationThrottle: Sendable, Hashable {
  /// Selects the value to deliver at the end of an interval, among the values that arrived during the interval.
  public enum Mode: Sendable, Hashable {
    /// The last value.
    case latest
    /// The first value. So that the final value is never withheld, the last one follows an interval later if no other
    /// value has arrived by then.
    case earliest
  }

  /// The minimum time between two values when they leave the throttle. A consumer that takes one value late can get the
  /// next one sooner after it.
  public let interval: Duration

  /// Which value is delivered.
  public let mode: Mode

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two values. Must not be negative; zero means no limit.
  ///   - mode: Selects the value to deliver at the end of an interval.
  public init(interval: Duration, mode: Mode = .latest) {
    precondition(interval >= .zero, "The interval of a throttle is \(interval): it can't be negative.")
    self.interval = interval
    self.mode = mode
  }
}
