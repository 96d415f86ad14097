/// Keeps a continuous observation alive.
///
/// The observation ends when ``cancel()`` is called or the last reference to its token goes, whichever comes first.
/// When either returns on the observation's isolation, no further pass begins, nothing is registered with a model any
/// more, and the closure and everything it captured are freed, even though the models live on. From another isolation, the
/// registrations are removed at once as well; the closure is freed in the next turn of its own isolation, because what it
/// captured may belong there. A pass that is running at that moment ends first.
public final class PortableObservationToken: Sendable {
  let observation: any Observing

  init(_ observation: any Observing) {
    self.observation = observation
  }

  deinit {
    observation.cancel()
  }

  /// Ends the observation.
  ///
  /// Callable any number of times, from any thread, inside a pass, and from a deinit.
  public func cancel() {
    observation.cancel()
  }

  /// Whether the observation may still run a pass.
  public var isActive: Bool {
    observation.isActive
  }
}
