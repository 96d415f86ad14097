/// How a stream observes, and how often it delivers values.
public struct ObservationStreamOptions: Sendable, Hashable {
  /// The tracking that a stream uses.
  public enum Backend: Sendable, Hashable {
    /// The best tracking that the toolchain offers.
    case automatic
    /// Only `withObservationTracking(_:onChange:)`, as on systems that offer nothing else.
    case legacy
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

  /// Options with a rate limit.
  public static func rateLimit(_ limit: ObservationRateLimit) -> ObservationStreamOptions {
    ObservationStreamOptions(rateLimit: limit)
  }

  /// Options for a stream over `withObservationTracking(_:onChange:)` alone.
  public static var legacyBackend: ObservationStreamOptions {
    ObservationStreamOptions(backend: .legacy)
  }
}
