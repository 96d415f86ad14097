import CObservationRuntime
import Observation
import Synchronization

/// Tracking with nothing but `withObservationTracking(_:onChange:)`, which reports once and before the value is stored.
///
/// - What changed is not known: every key path matches.
/// - A change on the observation's own isolation is stored before the pass, which waits for a later turn. One made
///   elsewhere may not be; nor is anything registered from a report to the end of the pass that follows it. So changes are
///   reported again, later: see `RecheckSchedule`.
/// - Reads of an inner observation also count for the pass it was started in.
///
/// Each pass has to be registered anew, which costs a microsecond or two, and so does the end of a registration. An observer that reads registrar
/// models alone needs neither: `onChange` is an autoclosure, and the library evaluates it only if a standard model was read. So the first pass
/// is registered, with a cancellation probe by which the registration can be ended; a later one that follows a change of a registrar model is
/// tracked tentatively: see ``TentativeTracking``. If that has read a standard model after all, its registration stands until one of the
/// properties changes. No further pass of that observer is tracked tentatively, and the number of such registrations in a process is limited.
enum PublicTracking {
  /// Tracks lent passes, and derived values that are computed in between.
  struct Collecting {
    func collect<Observer: DependencyObserver>(
      for reader: GraphNode,
      as type: Observer.Type,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      let history: ReadingHistory = reader.role == .derived ? .of(reader) : .registrarModels
      if history == .registrarModels, PublicTracking.mayBeTentative(after: nil) {
        return PublicTracking.trackTentatively(
          for: Self.owner(of: reader, as: type),
          Rechecks(Self.owner(of: reader, as: type).rechecks, .current),
          body
        )
      }
      return PublicTracking.track(for: Self.owner(of: reader, as: type), replacing: nil, body)
    }

    private static func owner<Observer: AnyObject>(of reader: GraphNode, as type: Observer.Type) -> Observer {
      guard let owner = reader.soleOwner else { preconditionFailure("Something reads that has gone.") }
      return unsafe unsafeDowncast(owner, to: type)
    }

    func rest() {}
  }

  static func track(
    for observer: some DependencyObserver,
    replacing previous: PlatformDependencies?,
    rechecksFrom queue: ReportQueue = .current,
    after history: ReadingHistory = .unknown,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    let previous = previous as? PublicDependencies
    let rechecks = previous?.rechecks ?? Rechecks(observer.rechecks, queue)
    if history == .registrarModels, mayBeTentative(after: previous) {
      return trackTentatively(for: observer, rechecks, body)
    }
    let followsGap = previous?.isUsedUp == true && rechecks.confirms(observer.confirmedReadings)
    let dependencies = PublicDependencies(
      observer,
      rechecks,
      followsGap: followsGap,
      mayReadNoStandardModel: previous?.mayReadNoStandardModel != false,
      probe: previous?.handOverProbe()
    )
    register(dependencies, for: body)
    rechecks.passRegistered(observer)
    return dependencies
  }

  // MARK: Tentative tracking

  /// Whether user interface frameworks may begin trackings of their own in passes on the main thread, as UIKit does for a layout.
  static let hasUserInterface: Atomic<Bool> = {
    #if canImport(Darwin)
      Atomic(true)
    #else
      Atomic(false)
    #endif
  }()

  /// Whether a pass may be tracked tentatively that follows these registrations, and reads registrar models.
  private static func mayBeTentative(after previous: PublicDependencies?) -> Bool {
    if let previous {
      // If a recheck is due, it has to follow a registration.
      guard previous.mayReadNoStandardModel, previous.rechecks.isIdle else { return false }
    }
    // Without registrations, earlier passes that were tracked tentatively have read no standard model.
    let limit: UInt = previous == nil ? 128 : 64
    guard PublicDependencies.unendable.load(ordering: .relaxed) < limit, Tracking.mayBeTentative,
      !(hasUserInterface.load(ordering: .relaxed) && ChangePlace.current == .main)
    else { return false }
    return TentativeTracking.isInnermost || (isOutside && !TrackingAsker.isTracking)
  }

  // A steady pass neither retains the observer nor makes anything for it.
  private static func trackTentatively(
    for observer: @autoclosure () -> some DependencyObserver,
    _ rechecks: @autoclosure () -> Rechecks,
    _ body: () -> Void
  ) -> PublicDependencies? {
    var tracking = TentativeTracking()
    unsafe withUnsafeMutablePointer(to: &tracking) { tracking in
      withObservationTracking(
        { unsafe TentativeTracking.run(tracking, body) },
        onChange: unsafe handler(of: tracking, for: observer(), rechecks())
      )
    }
    guard let dependencies = tracking.dependencies else { return nil }
    dependencies.registrationIsMade()
    dependencies.rechecks.passRegistered(observer())
    return dependencies
  }

  /// What the library registers for a tentative tracking that has read a standard model.
  private static func handler(
    of tracking: UnsafeMutablePointer<TentativeTracking>,
    for observer: some DependencyObserver,
    _ rechecks: Rechecks
  ) -> @Sendable () -> Void {
    let new =
      if let probe = unsafe tracking.pointee.probe {
        PublicDependencies(observer, rechecks, followsGap: false, probe: probe)
      } else {
        PublicDependencies(unendableFor: observer, rechecks)
      }
    unsafe tracking.pointee.dependencies = new
    return { new.report() }
  }

  /// Runs a part of a pass; see ``Tracking/trackPart(for:replacing:_:)``.
  static func trackPart(
    for observer: some DependencyObserver,
    replacing previous: PlatformDependencies?,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    guard let previous = previous as? PublicDependencies else { return nil }
    // The pass goes on, and then registers all of it: what follows a report of the part follows that.
    let dependencies = PublicDependencies(observer, previous.rechecks, followsGap: false)
    register(dependencies, for: body)
    return dependencies
  }

  /// Registers nothing; shares its rechecks with the pass that follows, and with the parts of that.
  static func noDependencies(of observer: some DependencyObserver) -> PlatformDependencies {
    PublicDependencies(observer, Rechecks(observer.rechecks, .current), followsGap: false)
  }

  private static func register(_ dependencies: PublicDependencies, for body: () -> Void) {
    withObservationTracking {
      // First: it marks the list that the reads go to.
      dependencies.probe?.read()
      dependencies.probe?.whileMarking(body)
    } onChange: {
      dependencies.report()
    }
    dependencies.registrationIsMade()
  }

  // MARK: Whose reads they are

  /// Whether the innermost tracking of this thread is one of this backend, or has been left by ``untracked(_:)``.
  static var isInnermost: Bool {
    TentativeTracking.isInnermost || CancellationProbe.current?.marksInnermostTracking == true
  }

  /// Whether no tracking of this package is around what this thread runs.
  static var isOutside: Bool { unsafe ob_probe_current() == nil }

  /// Whether somebody else's tracking collects reads on this thread: around all of ours, or inside the innermost of them.
  static var hasForeignTracker: Bool {
    // Most reads are made where nothing tracks at all.
    if isOutside { return TrackingAsker.isTracking }
    guard let probe = CancellationProbe.current, !probe.marksInnermostTracking else { return false }
    probe.noteForeignTracker()
    return true
  }

  /// Runs `body` so that models with a registrar of our own aren't registered with a tracking of the standard library that is around
  /// it. Others can't be kept out.
  static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    if isInnermost || !CancellationProbe.isTracking { return try body() }
    let probe = CancellationProbe()
    probe.read()
    return try probe.whileMarking(body)
  }
}

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
  ///   - observer: Hears of a change.
  ///   - rechecks: Hears of it as well, and has the observer hear of it again.
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
    // asked who is registered before the next one was, which doesn't hear of the change.
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

  func receiveRecheck() {
    dependencyChanged(options.contains(.didSet) ? .didSet : .willSet, mayRunNow: false, from: .platform) { nil }
  }
}
