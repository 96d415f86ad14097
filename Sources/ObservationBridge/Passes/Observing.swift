/// What a token, a delivery and a pass queue need of an observation.
///
/// An observation holds its registrations, and they hold it; cancelling breaks that circle. Whoever hands one out is
/// responsible for that.
protocol Observing: AnyObject, Sendable {
  var isActive: Bool { get }

  /// Whether it is over and has let go of its closure.
  var isReleased: Bool { get }

  /// Grows from each observation to the next that is started.
  var startNumber: StartNumber { get }

  /// Whether it runs in the order of the start among others like it that are due, whatever made each of them due.
  var keepsStartOrder: Bool { get }

  /// Runs the pass that is due, if one still is. Called on the observation's isolation.
  func runDuePass()

  func cancel()

  /// Where passes run; nil for none, and when the observation is over.
  var isolation: (any Actor)? { get }

  /// Runs `sampler` after every pass; first at once, or in a pass that is running. Call on the observation's isolation.
  func attach(_ sampler: any PassSampler)

  func detach(_ sampler: any PassSampler)
}

extension Observing {
  var keepsStartOrder: Bool { false }
}

/// Something that looks at the state after each pass, and depends on nothing.
protocol PassSampler: AnyObject, Sendable {
  /// Called on the observation's isolation, outside tracking.
  func sample()

  /// Called once, when no further sample follows.
  func finish()
}
