import ObservationBridge

/// What the ratio of a row, or the number itself, isn't to exceed with each backend.
///
/// A literal is the limit of all three.
struct Limits: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  private let limits: [TrackingBackend: Double]

  init(public: Double, standard: Double, exact: Double) {
    limits = [.public: `public`, .standard: standard, .exact: exact]
  }

  init(floatLiteral limit: Double) {
    self.init(public: limit, standard: limit, exact: limit)
  }

  init(integerLiteral limit: Int) {
    self.init(floatLiteral: Double(limit))
  }

  /// The limit of the backend that this process has.
  var current: Double? { limits[.current] }
}
