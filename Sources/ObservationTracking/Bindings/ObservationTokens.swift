import ObservationBridge

/// The bindings of an object whose class is marked with ``CancellableObservation(screen:)``.
///
/// The macro adds it as `observationTokens`. Bindings are known by the names of the methods that start them, like
/// `observeLabelText`. When the object goes, they end.
public final class ObservationTokens: Sendable {
  private struct State {
    var isEnabled = true
    /// By name. Those that run just once are held as well, for their run may come in a later turn.
    var bindings: [String: _ObservationBinding] = [:]

    var names: [String] {
      bindings.compactMap { $0.value.isInitialOnly ? nil : $0.key }
    }
  }

  private let state = LockedState(State())

  /// Creates tokens without bindings.
  public init() {}

  /// Whether bindings renew themselves: from the start, but not between ``stop()`` and ``start()``.
  public var isEnabled: Bool {
    state.withLock { $0.isEnabled }
  }

  /// Whether there are no bindings: none was started, or all have been cancelled.
  public var isEmpty: Bool {
    state.withLock { $0.names.isEmpty }
  }

  /// The names of the bindings that were started and not cancelled, sorted.
  public var names: [String] {
    state.withLock { $0.names }.sorted()
  }

  /// The binding of a name, to start it; while observing is stopped one that runs just once.
  public subscript(_ name: String) -> _ObservationBinding {
    let (binding, replaced) = state.withLock { state -> (_ObservationBinding, replaced: _ObservationBinding?) in
      let known = state.bindings[name]
      if let known, known.isInitialOnly != state.isEnabled { return (known, nil) }
      let new = _ObservationBinding(isInitialOnly: !state.isEnabled)
      state.bindings[name] = new
      return (new, known)
    }
    replaced?.cancel()
    return binding
  }

  /// Ends a binding, if it was started.
  ///
  /// - Parameter name: The name of the method that starts it.
  public func cancel(_ name: String) {
    state.withLock { $0.bindings.removeValue(forKey: name) }?.cancel()
  }

  /// Ends all bindings. A binding that is started from here on runs just once, until ``start()``.
  public func stop() {
    let bindings = state.withLock { state in
      defer { state = State(isEnabled: false) }
      return state.bindings
    }
    for binding in bindings.values { binding.cancel() }
  }

  /// Lets bindings renew themselves from here on.
  ///
  /// - Returns: Whether they have to be started: observing was stopped, or there are none.
  public func start() -> Bool {
    state.withLock { state in
      defer { state.isEnabled = true }
      return !state.isEnabled || state.names.isEmpty
    }
  }
}
