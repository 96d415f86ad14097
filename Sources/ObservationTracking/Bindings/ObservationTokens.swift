import ObservationBridge

/// The bindings of an object whose class is marked with ``CancellableObservation(screen:)``.
///
/// The macro adds the property `observationTokens`. Bindings have the names of their generated methods, like
/// `observeLabelText`. Bindings of unmarked subclasses and of extensions have no names here. When the object is
/// deallocated, its bindings end.
public final class ObservationTokens: Sendable {
  private typealias Start = @Sendable (_ caller: (any Actor)?) -> Void

  /// A binding that the object holds elsewhere.
  private struct Follower: Sendable {
    /// Held by the owner, or by `ofExtensions`.
    weak let binding: _ObservationBinding?
    /// In the order of the starts.
    let number: Int
    /// Whether the binding starts again with the others.
    var isStopped: Bool
    let start: Start
  }

  private struct State {
    var isEnabled = true
    /// By name. Bindings that run just once are held as well, because their run may come in a later turn.
    var bindings: [String: _ObservationBinding] = [:]
    var followers: [ObjectIdentifier: Follower] = [:]
    var lastNumber = 0
    var ofExtensions: ObservationTokens?

    var names: [String] {
      bindings.compactMap { $0.value.isInitialOnly ? nil : $0.key }
    }

    /// All bindings, for the caller to cancel outside the lock.
    var all: [_ObservationBinding] {
      bindings.values + followers.values.compactMap(\.binding)
    }

    /// The followers to start again; none where observing has been stopped once more.
    mutating func takeStoppedFollowers() -> [Follower] {
      guard isEnabled else { return [] }
      let stopped = followers.filter(\.value.isStopped)
      for key in stopped.keys { followers[key]?.isStopped = false }
      return Array(stopped.values)
    }
  }

  private let state = LockedState(State())
  private let areOfExtensions: Bool

  /// Creates tokens without bindings.
  public init() {
    areOfExtensions = false
  }

  init(ofExtensions: Void) {
    areOfExtensions = true
  }

  /// Whether bindings renew themselves. This is true at first, and false between ``stop()`` and the next call of
  /// `startObservationsIfNeeded()`.
  public var isEnabled: Bool {
    state.withLock { $0.isEnabled }
  }

  /// Whether there are no named bindings: none was started, or all have been cancelled.
  public var isEmpty: Bool {
    state.withLock { $0.names.isEmpty }
  }

  /// The sorted names of the bindings that were started and not cancelled.
  public var names: [String] {
    state.withLock { $0.names }.sorted()
  }

  /// Returns the binding with a name, to start it; while observation is stopped, one that runs just once. For generated code only.
  public func _binding(_ name: String) -> _ObservationBinding {
    let (binding, replaced) = state.withLock { state -> (_ObservationBinding, replaced: _ObservationBinding?) in
      let known = state.bindings[name]
      if let known, known.isInitialOnly != state.isEnabled { return (known, nil) }
      let new = areOfExtensions ? _ObservationBinding() : _ObservationBinding(ofEnabledTokens: state.isEnabled)
      state.bindings[name] = new
      return (new, known)
    }
    replaced?.cancel()
    return binding
  }

  /// The tokens of bindings in extensions.
  var ofExtensions: ObservationTokens {
    state.withLock { state in
      if let known = state.ofExtensions { return known }
      let new = ObservationTokens(ofExtensions: ())
      state.ofExtensions = new
      return new
    }
  }

  /// Makes a binding stop and start with the others. Called before the binding starts.
  ///
  /// - Returns: Whether the binding renews itself.
  func follow(_ binding: _ObservationBinding, _ start: @escaping @Sendable (_ caller: (any Actor)?) -> Void) -> Bool {
    // The replaced follower is released outside the lock: its closure holds an actor.
    let (isEnabled, replaced) = state.withLock { state -> (Bool, replaced: Follower?) in
      state.lastNumber += 1
      let follower = Follower(
        binding: binding,
        number: state.lastNumber,
        isStopped: !state.isEnabled,
        start: start
      )
      return (state.isEnabled, state.followers.updateValue(follower, forKey: ObjectIdentifier(binding)))
    }
    _ = consume replaced
    return isEnabled
  }

  /// Ends a binding, if it was started.
  ///
  /// - Parameter name: The name of the method that starts it.
  public func cancel(_ name: String) {
    state.withLock { $0.bindings.removeValue(forKey: name) }?.cancel()
  }

  /// Ends all bindings, including those of subclasses and extensions. A binding that is started afterwards renews
  /// itself, unless observation is stopped.
  public func removeAll() {
    let removed = state.withLock { state -> State in
      defer {
        state.bindings = [:]
        state.followers = [:]
      }
      return state
    }
    for binding in removed.all { binding.cancel() }
  }

  /// Ends all bindings, including those of subclasses and extensions. Until `startObservationsIfNeeded()` is called, a
  /// binding that is started runs just once.
  public func stop() {
    let stopped = state.withLock { state -> [_ObservationBinding] in
      let all = state.all
      state.isEnabled = false
      state.bindings = [:]
      for key in state.followers.keys { state.followers[key]?.isStopped = true }
      return all
    }
    for binding in stopped { binding.cancel() }
  }

  /// Starts all bindings if observation was stopped, or if there are no named bindings. From then on they renew
  /// themselves. For generated code only.
  ///
  /// - Parameters:
  ///   - isolation: The caller's isolation. Leave it out.
  ///   - startMethods: Calls the methods of the class whose bindings have names. After that, the other bindings that
  ///     were stopped, and that these methods haven't started, start again in the order in which they were started
  ///     before.
  public func _start(isolation: isolated (any Actor)? = #isolation, _ startMethods: () -> Void) {
    let isNeeded = state.withLock { state in
      defer { state.isEnabled = true }
      return !state.isEnabled || state.names.isEmpty
    }
    guard isNeeded else { return }
    startMethods()
    let stopped = state.withLock { $0.takeStoppedFollowers() }
    for follower in stopped.sorted(by: { $0.number < $1.number }) where isEnabled {
      follower.start(isolation)
      // Stopped meanwhile, perhaps before there was anything to cancel.
      if !isEnabled { follower.binding?.cancel() }
    }
  }
}
