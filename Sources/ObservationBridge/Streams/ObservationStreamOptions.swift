/// How a stream observes, and how often it delivers values.
public struct ObservationStreamOptions: Sendable, Hashable {
  /// The tracking backend that a stream uses.
  public enum Backend: Sendable, Hashable {
    /// The backend that the program uses: ``TrackingBackend/current``.
    case automatic
    /// Only `withObservationTracking(_:onChange:)`, as on systems that offer nothing else: ``TrackingBackend/public``.
    case `public`
  }

  /// How often values are delivered at most; nil for no limit.
  public var rateLimit: ObservationRateLimit?

  /// The tracking backend.
  public var backend: Backend

  /// Creates options.
  ///
  /// - Parameters:
  ///   - rateLimit: How often values are delivered at most; nil for no limit.
  ///   - backend: The tracking backend.
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
  ///   - mode: The value to deliver at the end of an interval: the first or the latest one that came during the
  ///     interval.
  /// - Returns: Options with an ``ObservationThrottle``, which documents when values are delivered. Time is measured
  ///   with the `clock:` of the stream.
  public static func throttle(
    _ interval: Duration,
    mode: ObservationThrottle.Mode = .latest
  ) -> ObservationStreamOptions {
    .rateLimit(.throttle(ObservationThrottle(interval: interval, mode: mode)))
  }

  /// Delivers a value once no other value has come for a while.
  ///
  /// ```swift
  /// let queries = ObservationBridge(options: .debounce(.milliseconds(300))) { form.query }
  /// ```
  ///
  /// - Parameters:
  ///   - interval: The quiet period: how long to wait without a new value before delivering. Must not be negative; with
  ///     zero, nothing waits.
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
