import ObservationBridge

/// The bindings of an object whose class is marked with ``CancellableObservation(screen:)``.
///
/// The macro adds it as `observationTokens`. Bindings are known by the names of the methods that start them, like
/// `observeLabelText`. When the object goes, they end.
public final class ObservationTokens: Sendable {
  private struct State {
    var isEnabled = true
    var bindings: [String: _ObservationBinding] = [:]
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
    state.withLock { $0.bindings.isEmpty }
  }

  /// The names of the bindings that were started and not cancelled, sorted.
  public var names: [String] {
    state.withLock { $0.bindings.keys }.sorted()
  }

  /// The binding of a name, to start it; while observing is stopped one that runs just once.
  public subscript(_ name: String) -> _ObservationBinding {
    let new = _ObservationBinding()
    let known = state.withLock { state -> _ObservationBinding? in
      guard state.isEnabled else { return nil }
      let known = state.bindings[name] ?? new
      state.bindings[name] = known
      return known
    }
    return known ?? _ObservationBinding(isInitialOnly: true)
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
      return !state.isEnabled || state.bindings.isEmpty
    }
  }
}
