/// What tokens, deliveries and pass queues need from an observation.
///
/// An observation holds its registrations, and the registrations hold the observation. Cancelling breaks this cycle, so
/// the owner of a token or a delivery is responsible for it.
protocol Observing: AnyObject, Sendable {
  var isActive: Bool { get }

  /// Whether the observation has ended and released its closure.
  var isReleased: Bool { get }

  /// Increases from each started observation to the next.
  var startNumber: StartNumber { get }

  /// Whether due passes of such observations run in the order of their start, whatever has made each pass due.
  var keepsStartOrder: Bool { get }

  /// Runs the pass if it's still due. Called on the observation's isolation.
  func runDuePass()

  func cancel()

  /// Where passes run; nil without isolation, and after the end.
  var isolation: (any Actor)? { get }

  /// Calls `sampler` after every pass: first at once, or in the running pass. Call on the observation's isolation.
  func attach(_ sampler: any PassSampler)

  func detach(_ sampler: any PassSampler)
}

extension Observing {
  var keepsStartOrder: Bool { false }
}

/// Samples the state after each pass, without dependencies.
protocol PassSampler: AnyObject, Sendable {
  /// Takes a sample. Called on the observation's isolation, outside tracking.
  func sample()

  /// Called once, after the last sample.
  func finish()
}
