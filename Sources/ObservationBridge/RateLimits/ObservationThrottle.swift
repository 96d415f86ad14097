/// Delivers one value in each interval at most.
///
/// The first value is delivered at once and begins an interval. What comes during an interval is delivered at its end,
/// which begins the next one; an interval in which nothing came is followed by none. What is held back when the stream ends is
/// delivered at once.
public struct ObservationThrottle: Sendable, Hashable {
  /// Which of the values that come during an interval is delivered at its end.
  public enum Mode: Sendable, Hashable {
    /// The last one.
    case latest
    /// The first one. So that the final value is never withheld, the last one follows an interval later if no other has
    /// come by then.
    case earliest
  }

  /// How far apart two values are at least when they are let through. A consumer that comes late for one can get the next
  /// one sooner after it.
  public let interval: Duration

  /// Which value is delivered.
  public let mode: Mode

  /// Creates a throttle.
  ///
  /// - Parameters:
  ///   - interval: How far apart two values are at least. Must not be negative; zero is no limit.
  ///   - mode: Which of the values that come during an interval is delivered at its end.
  public init(interval: Duration, mode: Mode = .latest) {
    precondition(interval >= .zero, "The interval of a throttle is \(interval): it can't be negative.")
    self.interval = interval
    self.mode = mode
  }
}
