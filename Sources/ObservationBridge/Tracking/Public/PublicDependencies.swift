import Synchronization

/// A registration for one report.
// Unchecked: what changes is atomic.
final class PublicDependencies: PlatformDependencies, @unchecked Sendable {
  private enum State: UInt8, AtomicRepresentable {
    /// The pass reads, or the registration is being made.
    case forming
    case stands
    /// A change has been reported that the observer did not make itself in its pass.
    case usedUp
    /// A change has been reported while the registration was being made: part of it may stand.
    case usedUpEarly
    /// The observer's own pass has used it up.
    case usedUpByPass
    /// Nothing is left of it, and the next registration has the cancellation probe.
    case handedOver
    case cancelled
  }

  /// How many there are that can't be ended.
  static let unendable = Atomic<UInt>(0)

  /// Nil if the registration can't be ended.
  let probe: CancellationProbe?
  let rechecks: Rechecks
  // Weak: a change that another thread makes while this is being registered leaves it with models that the observer may hold.
  private weak let observer: (any DependencyObserver)?
  private let followsGap: Bool
  private let surroundings: CancellationProbe.Surroundings
  private let state = Atomic(State.forming)
  /// Whether the registrations before this one may have been for registrar models alone.
  private let mayHaveReadNoStandardModel: Bool

  /// Creates the registration that a pass will make.
  ///
  /// - Parameters:
  ///   - observer: Is notified of a change.
  ///   - rechecks: Are notified as well, and notify the observer again later.
  ///   - followsGap: Whether the registration before this one no longer stands, which matters to the observer.
  ///   - mayReadNoStandardModel: Whether nothing shows that the observer has read a standard model in earlier passes.
  ///   - probe: That of the registration before, of which nothing else is left. A new one costs five allocations.
  init(
    _ observer: any DependencyObserver,
    _ rechecks: Rechecks,
    followsGap: Bool,
    mayReadNoStandardModel: Bool = true,
    probe: CancellationProbe? = nil
  ) {
    self.observer = observer
    self.probe = probe ?? CancellationProbe()
    self.rechecks = rechecks
    self.followsGap = followsGap
    surroundings = CancellationProbe.Surroundings()
    mayHaveReadNoStandardModel = mayReadNoStandardModel
  }

  /// Creates the registration of a ``TentativeTracking`` that has read a standard model.
  init(unendableFor observer: any DependencyObserver, _ rechecks: Rechecks) {
    self.observer = observer
    probe = nil
    self.rechecks = rechecks
    followsGap = false
    surroundings = .none
    mayHaveReadNoStandardModel = false
    Self.unendable.add(1, ordering: .relaxed)
  }

  deinit {
    if probe == nil { Self.unendable.subtract(1, ordering: .relaxed) }
  }

  /// Whether nothing shows that the observer reads standard models, or that others track inside its passes.
  ///
  /// A change that has used this up shows that it does.
  var mayReadNoStandardModel: Bool {
    guard mayHaveReadNoStandardModel, let probe, !probe.containsForeignTrackers else { return false }
    return state.load(ordering: .acquiring) == .stands
  }

  /// Whether a change has been reported, so that nothing has been registered since.
  var isUsedUp: Bool {
    let state = state.load(ordering: .acquiring)
    return state == .usedUp || state == .usedUpEarly
  }

  /// The standard library has registered all that was read.
  func registrationIsMade() {
    _ = mark(.stands, if: .forming)
  }

  /// Gives the cancellation probe to the registration that follows, if a report has used up this one. Called in the pass that makes that.
  ///
  /// A tracking around this registration has read the cancellation probe, too: then its end has to wait for the end of that.
  func handOverProbe() -> CancellationProbe? {
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
    // What is reported is the end of the registration. Other threads may still report a change to one that has ended: its registrar
    // asked who is registered before the next one was, which isn't notified of the change.
    guard let observer, probe?.isEndingHere != true else { return }
    let origin = observer.originOfChange
    if probe == nil, state.load(ordering: .acquiring) == .cancelled {
      // Later passes needn't have read the property. Or the change was about to be reported when the next pass registered what it has read.
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
    // The public interface can't cancel a registration, but a report ends it.
    probe?.end(after: surroundings.probe(for: observer))
  }

  // Each pass makes others, whatever it has read. If none stood before, any of it may have changed unnoticed, like what is read
  // for the first time.
  override var showNewReadings: Bool { followsGap }
}

extension DependencyObserver {
  var rechecks: RecheckSchedule.Extent {
    options.contains(.confirming) ? .repeated : .once
  }

  var originOfChange: RecheckSchedule.Origin {
    isInPass ? .ownPass : isOnActor ? .ownActor : .elsewhere
  }

  /// A dependency is about to be stored; nothing more is known.
  fileprivate func dependencyWillChange() {
    if options.contains(.willSet) {
      platformChanged(.willSet, mayRunNow: true) { nil }
    }
    if options.contains(.didSet) {
      // What the name promises is true in a later turn only.
      platformChanged(.didSet, mayRunNow: false) { nil }
    }
  }
}
