import ObservationBridge

/// What observes the model under stress.
enum StressMeans: String, CaseIterable, Sendable {
  case library = "library"
  /// With the option that closes the window of a first reading.
  case confirming = "confirming"
  case stream = "stream"
  case loop = "loop by hand"
  case observations = "Observations"

  /// Whether this is one of the library's.
  var isOurs: Bool {
    switch self {
    case .library, .confirming, .stream: true
    case .loop, .observations: false
    }
  }

  /// Where this is a continuous observation of the library: the options of its observation.
  var options: ObservationOptions {
    self == .confirming ? [.didSet, .confirming] : .didSet
  }
}
