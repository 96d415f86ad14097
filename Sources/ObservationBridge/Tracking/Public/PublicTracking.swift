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
      guard let owner = reader.runningOwner else { preconditionFailure("Something reads that has gone.") }
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
