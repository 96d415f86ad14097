/// The registrations of an observer with standard models: one after the other, each for one report.
// Unchecked: the lock guards the state, and only the pass that makes a registration uses the state outside the lock.
final class PublicDependencies: CancellationProbe, @unchecked Sendable {
  private enum Phase {
    case none
    /// The registration stands, or is being made.
    case registered
    /// A change was reported, other than a change by the observer's own pass.
    case usedUp
    /// A change was reported while the registration was being made: a part of the registration may stand.
    case usedUpEarly
    /// The observer's own pass has used up the registration.
    case usedUpByPass
    case cancelled
  }

  private struct State {
    var surroundings = Surroundings.none
    var phase = Phase.none
    /// Whether the pass reads, or the registration is being made.
    var isForming = false
    /// Whether the registrations may have been for registrar models alone.
    var mayHaveReadNoStandardModel: Bool
    var observer: ObserverReference
    /// Nil as long as there is nothing to recheck.
    var rechecks: Rechecks?

    mutating func begin() {
      phase = .registered
      isForming = true
    }

    mutating func rechecksOrNew() -> Rechecks {
      if let rechecks { return rechecks }
      let new = Rechecks(.once, .shared)
      rechecks = new
      return new
    }
  }

  private let state: LockedState<State>
  /// Whether the previous registration no longer stood, and the observer needs to know.
  private var followsGap: Bool
  /// The registration of a ``TentativeTracking`` without a probe that could end it.
  private let unendable: UnendableRegistration?

  /// Creates the dependencies of an observer that has read nothing yet, or has read with the registrations `previous`.
  /// `mayReadNoStandardModel` is true if no earlier pass is known to have read a standard model.
  init(
    _ observer: ObserverNode?,
    _ rechecks: Rechecks?,
    after previous: PublicDependencies? = nil,
    mayReadNoStandardModel: Bool = true,
    isUnendable: Bool = false
  ) {
    state = LockedState(
      State(
        mayHaveReadNoStandardModel: mayReadNoStandardModel && previous?.mayReadNoStandardModel != false,
        observer: ObserverReference(observer),
        rechecks: rechecks
      )
    )
    followsGap = if let previous, let observer { previous.followsGap(for: observer) } else { false }
    unendable = isUnendable ? UnendableRegistration() : nil
    let sharesRegistrar = previous?.containsForeignTrackers != true
    super.init(isUnendable ? nil : sharesRegistrar ? TrackingAsker.nextSlot() : .unshared)
  }

  var isUnendable: Bool { unendable != nil }

  // MARK: Registering

  /// Called before the pass reads, or before the reads of a tentative tracking are registered.
  func begin() {
    state.withLock { $0.begin() }
    findSurroundings()
  }

  /// Begins the registration of a tracking that needed a probe before its observer was known.
  func begin(for observer: ObserverNode, _ rechecks: Rechecks?) {
    state.withLock { state in
      state.observer = ObserverReference(observer)
      state.rechecks = rechecks
    }
    begin()
  }

  /// Begins the next registration if a report has used up this one, so that nothing of it is left. Called in the pass
  /// that makes the next one.
  ///
  /// Another thread may have taken a late report of an earlier registration for one of this registration, which then
  /// still stands: until one of its properties changes, which makes a pass due, or until the probe ends. Returns false
  /// if the next registration needs another probe.
  func beginAgain(for observer: ObserverNode) -> Bool {
    // Foreign trackers inside the passes stay registered with the probe's registrar until the registrar is freed.
    if isUnendable || containsForeignTrackers { return false }
    let followsGap = followsGap(for: observer)
    let begins = state.withLock { state in
      switch state.phase {
      case .none: break
      case .usedUp, .usedUpByPass: state.mayHaveReadNoStandardModel = false
      case .registered, .usedUpEarly, .cancelled: return false
      }
      // An enclosing tracking has read the probe, too; then the probe has to end after that tracking.
      if state.surroundings.isTracked { return false }
      // In this critical region: if another thread cancels the observer now, the registration ends once it's made.
      state.begin()
      return true
    }
    guard begins else { return false }
    self.followsGap = followsGap
    endWaiting()
    findSurroundings()
    return true
  }

  private func findSurroundings() {
    if isUnendable { return }
    let surroundings = Surroundings()
    // The earlier ones are released outside the lock.
    _ = state.withLock { exchange(&$0.surroundings, with: surroundings) }
  }

  /// Whether the registration no longer stands, and the observer needs to know.
  func followsGap(for observer: ObserverNode) -> Bool {
    let (phase, rechecks) = state.withLock { ($0.phase, $0.rechecks) }
    guard phase == .usedUp || phase == .usedUpEarly else { return false }
    switch observer.confirmedReadings {
    case .all: return true
    case .first: return false
    case .firstAndOnceChangedElsewhere: return rechecks?.haveBeenChangedElsewhere == true
    }
  }

  /// Called when the standard library has registered all reads.
  func registrationIsMade(for observer: ObserverNode) {
    let phase = state.withLock { state in
      state.isForming = false
      return state.phase
    }
    // A part of a registration that was used up early may stay, and so may foreign trackers, which have read the question.
    if phase != .registered || containsForeignTrackers { mayKeepRegistration() }
    if phase == .cancelled { endRegistration(of: observer) }
  }

  /// The rechecks that all dependencies of the observer have in common.
  var commonRechecks: Rechecks { state.withLock { $0.rechecksOrNew() } }

  /// Prepares for other dependencies of the same observer. These ones will be cancelled before the observer ends, and may
  /// report a change after that. Called in a pass of the observer, so the observer isn't freed here.
  func willBeReplaced() {
    state.withLock { $0.observer.weaken() }
  }

  // MARK: Reporting

  /// Called on the thread that makes the change, before the value is stored.
  func report() {
    // The end of the registration isn't a change. Other threads may still report a change to an ended registration:
    // their registrar took its list of observers before the next registration was made, so the next one isn't notified
    // of this change.
    guard !isEndingHere, let observer = state.withLock({ $0.observer.object }) else { return }
    let origin = observer.originOfChange
    let (isCancelled, rechecks) = state.withLock { state in
      if state.phase == .registered {
        state.phase = state.isForming ? .usedUpEarly : origin == .ownPass ? .usedUpByPass : .usedUp
      }
      return (state.phase == .cancelled, origin == .elsewhere ? state.rechecksOrNew() : state.rechecks)
    }
    // Later passes may not have read the property, or the next pass registered its reads just before this report.
    let isUncertain = isUnendable && isCancelled
    if isUncertain, origin == .ownPass { return }
    rechecks?.changeReported(origin)
    if isUncertain { return observer.receiveRecheck() }
    // A property is about to be stored; nothing else is known.
    if observer.options.contains(.willSet) { observer.platformChanged(.willSet, mayRunNow: true) { nil } }
    // `.didSet` holds in a later turn only.
    if observer.options.contains(.didSet) { observer.platformChanged(.didSet, mayRunNow: false) { nil } }
  }

  /// Begins the pause before the next recheck, if needed. Called after a pass has registered its reads.
  override func scheduleRecheck() {
    guard let rechecks = state.withLock({ $0.rechecks }) else { return }
    rechecks.passRegistered(self)
    // Another thread may have ended a derived value meanwhile.
    if state.withLock({ $0.phase == .cancelled }) { rechecks.cancel(self) }
  }

  override func recheck() {
    state.withLock { $0.observer.object }?.receiveRecheck()
  }

  // MARK: Ending

  override func cancel() {
    let (endsNow, observer, rechecks) = state.withLock { state in
      let endsNow = state.phase != .cancelled && !state.isForming
      state.phase = .cancelled
      return (endsNow, state.observer.takeAtEnd(), state.rechecks)
    }
    rechecks?.cancel(self)
    // A registration that is being made can't be ended yet.
    if endsNow { endRegistration(of: observer) }
  }

  /// The public API can't cancel a registration, but a report ends it.
  private func endRegistration(of observer: ObserverNode?) {
    // Taken out: an enclosing probe refers to this probe until the end of the enclosing probe.
    let surroundings = state.withLock { exchange(&$0.surroundings, with: .none) }
    end(after: surroundings.probe(for: observer))
  }

  // MARK: State

  override var mayReadNoStandardModel: Bool {
    if isUnendable || containsForeignTrackers { return false }
    return state.withLock { $0.mayHaveReadNoStandardModel && $0.phase == .registered }
  }

  override var isDueForRecheck: Bool { state.withLock { $0.rechecks }?.isIdle == false }

  // Each pass registers again. If the previous registration didn't stand, any property may have changed unreported.
  override func showNewReadings(after previous: PlatformDependencies?) -> Bool {
    previous == nil || followsGap
  }
}

/// A reference to an observer from its dependencies.
private enum ObserverReference: Sendable {
  /// Until the cancellation. A first weak reference takes 48 bytes, and makes each retain of the object slower.
  case untilEnd(ObserverNode)
  case weak(WeakObserver)
  /// The observer isn't known yet, or has ended.
  case none

  final class WeakObserver: Sendable {
    weak let object: ObserverNode?

    init(_ object: ObserverNode) {
      self.object = object
    }
  }

  init(_ observer: ObserverNode?) {
    guard let observer else {
      self = .none
      return
    }
    self = observer.endsWithCancel ? .untilEnd(observer) : .weak(WeakObserver(observer))
  }

  var object: ObserverNode? {
    switch self {
    case .untilEnd(let observer): observer
    case .weak(let reference): reference.object
    case .none: nil
    }
  }

  mutating func weaken() {
    if case .untilEnd(let observer) = self { self = .weak(WeakObserver(observer)) }
  }

  /// Returns the observer, and releases a strong reference to it.
  mutating func takeAtEnd() -> ObserverNode? {
    let object = object
    if case .untilEnd = self { self = .none }
    return object
  }
}

extension ObserverNode {
  var originOfChange: RecheckSchedule.Origin {
    isInPass ? .ownPass : isOnActor ? .ownActor : .elsewhere
  }
}
