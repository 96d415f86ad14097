import ObservationBridge

/// What observes the model under stress.
enum StressMeans: String, CaseIterable, Sendable {
  case library = "library"
  /// With the option that closes the window of a first reading.
  case confirming = "confirming"
  case loop = "loop by hand"
  case observations = "Observations"

  /// Where this is the library: the options of its observation.
  var options: ObservationOptions {
    self == .confirming ? [.didSet, .confirming] : .didSet
  }
}
