/// How often a stream delivers values, at most.
public enum ObservationRateLimit: Sendable, Hashable {
  /// Delivers a value after each pause in the changes.
  case debounce(ObservationDebounce)
  /// Delivers at most one value in each interval.
  case throttle(ObservationThrottle)
}
