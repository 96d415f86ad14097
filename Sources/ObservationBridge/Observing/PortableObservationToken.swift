/// Keeps a continuous observation alive.
///
/// The observation ends when ``cancel()`` is called or the last reference to its token is released, whichever comes
/// first. Once that has returned on the observation's isolation, no further pass begins, nothing is registered with a
/// model anymore, and the closure and everything it captured are freed, even though the models still exist. From
/// another isolation, the registrations are removed at once as well; the closure is freed in the next turn of its own
/// isolation, because what it captured may belong there. A pass that is running at that moment completes first.
public final class PortableObservationToken: Sendable {
  // One word, where a reference to any kind takes two.
  private enum Kind: Sendable {
    case continuous(ContinuousObservation)
    case property(PropertyObservation)
  }

  private let kind: Kind

  init(_ observation: ContinuousObservation) {
    kind = .continuous(observation)
  }

  init(_ observation: PropertyObservation) {
    kind = .property(observation)
  }

  var observation: any Observing {
    switch kind {
    case .continuous(let observation): observation
    case .property(let observation): observation
    }
  }

  deinit {
    observation.cancel()
  }

  /// Ends the observation.
  ///
  /// You can call this any number of times, from any thread, inside a pass, and in a `deinit`.
  public func cancel() {
    observation.cancel()
  }

  /// Whether the observation may still run a pass.
  public var isActive: Bool {
    observation.isActive
  }
}
