/// How often a stream delivers values, at most.
public enum ObservationRateLimit: Sendable, Hashable {
  /// Delivers a value after each pause in the changes.
  case debounce(ObservationDebounce)
  /// Delivers at most one value in each interval.
  case throttle(ObservationThrottle)
}

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

  /// The minimum time between two values when they leave the throttle. If a consumer takes a value late, the next value
  /// can follow sooner.
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

/// Delivers a value once no other value has arrived for a while.
public struct ObservationDebounce: Sendable, Hashable {
  /// What happens to the first value of a stream.
  public enum Mode: Sendable, Hashable {
    /// The first value is delivered at once, as the current state. Later values wait.
    case immediateFirst
    /// The first value waits like all others.
    case delayedFirst
  }

  /// The quiet period: how long to wait without a new value before delivering.
  public let interval: Duration

  /// How much later the clock may wake; if nil, the clock decides.
  public let tolerance: Duration?

  /// What happens to the first value.
  public let mode: Mode

  /// Creates a debounce.
  ///
  /// - Parameters:
  ///   - interval: The quiet period: how long to wait without a new value before delivering. Must not be negative; with
  ///     zero, nothing waits.
  ///   - tolerance: How much later the clock may wake, to save power. Must not be negative; if nil, the clock decides.
  ///   - mode: What happens to the first value.
  public init(interval: Duration, tolerance: Duration? = nil, mode: Mode = .immediateFirst) {
    precondition(interval >= .zero, "The interval of a debounce is \(interval): it can't be negative.")
    precondition(
      tolerance ?? .zero >= .zero,
      "The tolerance of a debounce is \(tolerance ?? .zero): it can't be negative."
    )
    self.interval = interval
    self.tolerance = tolerance
    self.mode = mode
  }
}

extension Duration {
  /// 136 years. The standard library's clocks trap on much longer durations, such as those meant as "never".
  package static var longestWait: Duration { .seconds(Int64(1) << 32) }
}
