#if EXACT_TRACKING
  @_spi(SwiftUI) import Observation
#endif

/// What the tracking knows of a change that it reports.
struct ReportedChange: Sendable {
  #if EXACT_TRACKING
    private let tracking: ObservationTracking?

    init(_ tracking: ObservationTracking) {
      self.tracking = tracking
    }

    private init() {
      tracking = nil
    }

    /// The property; nil where that is not known. Runs no user code, so it may be asked for in a critical region.
    ///
    /// The runtime keeps one for a registration, which the next change overwrites, on whatever thread it is made.
    var keyPath: AnyKeyPath? { tracking?.changed }
  #else
    private init() {}

    var keyPath: AnyKeyPath? { nil }
  #endif

  /// A change of which nothing is known.
  static let unknown = ReportedChange()
}
