/// How often a stream delivers values, at most.
public enum ObservationRateLimit: Sendable, Hashable {
  /// After each pause in the changes.
  case debounce(ObservationDebounce)
  /// Once in each interval.
  case throttle(ObservationThrottle)
}
