/// How a stream observes, and how often it delivers values.
public struct ObservationStreamOptions: Sendable, Hashable {
  /// The tracking backend that a stream uses.
  public enum Backend: Sendable, Hashable {
    /// The one that the program uses: ``TrackingBackend/current``.
    case automatic
    /// Only `withObservationTracking(_:onChange:)`, as on systems that offer nothing else: ``TrackingBackend/public``.
    case `public`
  }

  /// How often values are delivered at most; nil for no limit.
  public var rateLimit: ObservationRateLimit?

  /// The tracking that is used.
  public var backend: Backend

  /// Creates options.
  ///
  /// - Parameters:
  ///   - rateLimit: How often values are delivered at most; nil for no limit.
  ///   - backend: The tracking to use.
  public init(rateLimit: ObservationRateLimit? = nil, backend: Backend = .automatic) {
    self.rateLimit = rateLimit
    self.backend = backend
  }

  /// Delivers at most one value in each interval.
  ///
  /// ```swift
  /// let guests = ObservationBridge(options: .throttle(.seconds(1))) { state.guests }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The minimum time between two values. Must not be negative; zero means no limit.
  ///   - mode: Which of the values that come during an interval is delivered at its end.
  /// - Returns: Options with an ``ObservationThrottle``, which says what is delivered when. Time is measured with the `clock:` of the stream.
  public static func throttle(
    _ interval: Duration,
    mode: ObservationThrottle.Mode = .latest
  ) -> ObservationStreamOptions {
    .rateLimit(.throttle(ObservationThrottle(interval: interval, mode: mode)))
  }

  /// Delivers a value once no other has come for a while.
  ///
  /// ```swift
  /// let queries = ObservationBridge(options: .debounce(.milliseconds(300))) { form.query }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The quiet period: how long to wait without a new value before delivering. Must not be negative; with zero, nothing waits.
  ///   - tolerance: How much later the clock may wake, to save power. Must not be negative; if nil, the clock decides.
  ///   - mode: What happens to the first value: by default it's delivered at once.
  /// - Returns: Options with an ``ObservationDebounce``. Time is measured with the `clock:` of the stream.
  public static func debounce(
    _ interval: Duration,
    tolerance: Duration? = nil,
    mode: ObservationDebounce.Mode = .immediateFirst
  ) -> ObservationStreamOptions {
    .rateLimit(.debounce(ObservationDebounce(interval: interval, tolerance: tolerance, mode: mode)))
  }

  /// Options with a rate limit.
  public static func rateLimit(_ limit: ObservationRateLimit) -> ObservationStreamOptions {
    ObservationStreamOptions(rateLimit: limit)
  }

  /// Options for a stream over `withObservationTracking(_:onChange:)` alone.
  public static var publicBackend: ObservationStreamOptions {
    ObservationStreamOptions(backend: .public)
  }
}
