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
