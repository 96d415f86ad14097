import Synchronization

/// A registration for one report.
// Unchecked: the mutable state is atomic.
final class PublicDependencies: PlatformDependencies, @unchecked Sendable {
  private enum State: UInt8, AtomicRepresentable {
    /// The pass reads, or the registration is being made.
    case forming
    case stands
    /// A change was reported, and it wasn't the observer's own change in its pass.
    case usedUp
    /// A change was reported while the registration was being made: a part of the registration may stand.
    case usedUpEarly
    /// The observer's own pass has used up the registration.
    case usedUpByPass
    /// Nothing of the registration is left, and the next one has the cancellation probe.
    case handedOver
    case cancelled
  }

  /// Nil if the registration can't be ended.
  let probe: CancellationProbe?
  let rechecks: Rechecks
  // Weak: if another thread makes a change during the registration, the library leaves the registration with models
  // that the observer may hold.
  private weak let observer: (any DependencyObserver)?
  private let followsGap: Bool
  private let surroundings: CancellationProbe.Surroundings
  private let state = Atomic(State.forming)
  /// Whether the earlier registrations may have been for registrar models alone.
  private let mayHaveReadNoStandardModel: Bool
  private let unendable: UnendableRegistration?

  /// Creates the registration of a pass that is about to run.
  ///
  /// - Parameters:
  ///   - observer: Is notified of a change.
  ///   - rechecks: Are notified as well, and notify the observer again later.
  ///   - followsGap: Whether the previous registration no longer stands, and the observer needs to know.
  ///   - mayReadNoStandardModel: Whether no earlier pass is known to have read a standard model.
  ///   - probe: The probe of the previous registration, of which nothing else is left. A new probe costs five
  ///     allocations.
  init(
    _ observer: any DependencyObserver,
    _ rechecks: Rechecks,
    followsGap: Bool,
    mayReadNoStandardModel: Bool = true,
    probe: CancellationProbe? = nil
  ) {
    self.observer = observer
    self.probe = probe ?? TrackingAsker.makeProbe()
    self.rechecks = rechecks
    self.followsGap = followsGap
    surroundings = CancellationProbe.Surroundings()
    mayHaveReadNoStandardModel = mayReadNoStandardModel
    unendable = nil
  }

  /// Creates the registration of a ``TentativeTracking`` that has read a standard model.
  init(unendableFor observer: any DependencyObserver, _ rechecks: Rechecks) {
    self.observer = observer
    probe = nil
    self.rechecks = rechecks
    followsGap = false
    surroundings = .none
    mayHaveReadNoStandardModel = false
    unendable = UnendableRegistration()
  }

  override var mayReadNoStandardModel: Bool {
    guard mayHaveReadNoStandardModel, let probe, !probe.containsForeignTrackers else { return false }
    return state.load(ordering: .acquiring) == .stands
  }

  override var isDueForRecheck: Bool { !rechecks.isIdle }

  /// Whether a change was reported, so that nothing is registered any more.
  var isUsedUp: Bool {
    let state = state.load(ordering: .acquiring)
    return state == .usedUp || state == .usedUpEarly
  }

  /// Called when the standard library has registered all reads.
  func registrationIsMade() {
    if !mark(.stands, if: .forming) { probe?.mayKeepRegistration() }
  }

  /// The cancellation probe for the next registration; nil for a new one. Called in the pass that makes it.
  func probeForNext() -> CancellationProbe? {
    // Foreign trackers that a pass contains are registered with the probe's registrar until the registrar is freed.
    if probe?.containsForeignTrackers == true { return CancellationProbe() }
    return handOverProbe()
  }

  /// Gives the cancellation probe to the next registration if a report has used up this one.
  ///
  /// An enclosing tracking has read the cancellation probe, too; then the probe has to end after that tracking instead.
  private func handOverProbe() -> CancellationProbe? {
    guard let probe, !surroundings.isTracked, mark(.handedOver, if: .usedUp) || mark(.handedOver, if: .usedUpByPass)
    else {
      return nil
    }
    probe.endWaiting()
    return probe
  }

  private func mark(_ new: State, if expected: State) -> Bool {
    state.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  override func reportOnceMore(to observer: some DependencyObserver) {
    rechecks.passRegistered(observer)
  }

  /// Called on the thread that makes the change, before the value is stored.
  func report() {
    // The end of the registration isn't a change. Other threads may still report a change to an ended registration:
    // their registrar took its list of observers before the next registration was made, so the next one isn't notified
    // of this change.
    guard let observer, probe?.isEndingHere != true else { return }
    let origin = observer.originOfChange
    if probe == nil, state.load(ordering: .acquiring) == .cancelled {
      // Later passes may not have read the property. Or the change was about to be reported when the next pass
      // registered its reads.
      if origin == .ownPass { return }
      rechecks.changeReported(origin)
      return observer.receiveRecheck()
    }
    let used = origin == .ownPass ? State.usedUpByPass : .usedUp
    if !mark(.usedUpEarly, if: .forming) { _ = mark(used, if: .stands) }
    rechecks.changeReported(origin)
    observer.dependencyWillChange()
  }

  override func cancel() {
    while true {
      let known = state.load(ordering: .acquiring)
      if known == .handedOver { return }
      if mark(.cancelled, if: known) { break }
    }
    // The public API can't cancel a registration, but a report ends it.
    probe?.end(after: surroundings.probe(for: observer))
  }

  // Each pass makes a new registration, whatever it has read. If the previous one didn't stand, any property may have
  // changed without a report, as if it were read for the first time.
  override var showNewReadings: Bool { followsGap }
}

extension DependencyObserver {
  var rechecks: RecheckSchedule.Extent {
    options.contains(.confirming) ? .repeated : .once
  }

  var originOfChange: RecheckSchedule.Origin {
    isInPass ? .ownPass : isOnActor ? .ownActor : .elsewhere
  }

  /// A property is about to be stored; nothing else is known.
  fileprivate func dependencyWillChange() {
    if options.contains(.willSet) {
      platformChanged(.willSet, mayRunNow: true) { nil }
    }
    if options.contains(.didSet) {
      // `.didSet` holds in a later turn only.
      platformChanged(.didSet, mayRunNow: false) { nil }
    }
  }
}
