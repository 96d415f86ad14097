import ObservationBridge

/// What the ratio of a row, or the number itself, isn't to exceed with each backend.
///
/// A literal is the limit of all three. A row without a limit for the standard backend hasn't been measured on a system that has it.
struct Limits: Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  private var limits: [TrackingBackend: Double]

  init(public: Double, standard: Double? = nil, exact: Double) {
    limits = [.public: `public`, .exact: exact]
    limits[.standard] = standard
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
