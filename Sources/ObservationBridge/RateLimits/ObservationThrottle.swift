/// Delivers at most one value in each interval.
///
/// The first value is delivered at once and begins an interval. A value that comes during an interval is delivered at
/// its end, which begins the next one; after an interval without values, the next value is delivered at once. If a
/// value is held back when the stream finishes, it's delivered at once.
public struct ObservationThrottle: Sendable, Hashable {
  /// Which of the values that come during an interval is delivered at its end.
  public enum Mode: Sendable, Hashable {
    /// The last one.
    case latest
    /// The first one. So that the final value is never withheld, the last one follows an interval later if no other
    /// value has come by then.
    case earliest
  }

  /// The minimum time between two values when they are let through. A consumer that is late for one can get the next
  /// one sooner after it.
  public let interval: Duration

  /// Which value is delivered.
  public let mode: Mode

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two values. Must not be negative; zero means no limit.
  ///   - mode: Which of the values that come during an interval is delivered at its end.
  public init(interval: Duration, mode: Mode = .latest) {
    precondition(interval >= .zero, "The interval of a throttle is \(interval): it can't be negative.")
    self.interval = interval
    self.mode = mode
  }
}
