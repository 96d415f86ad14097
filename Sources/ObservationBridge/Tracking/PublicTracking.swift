import CObservationRuntime
import Observation
import Synchronization

/// Tracking with nothing but `withObservationTracking(_:onChange:)`, which reports once and before the value is stored.
///
/// - What changed is not known: every key path matches.
/// - A change on the observation's own isolation is stored before the pass, which waits for a later turn. One made
///   elsewhere may not be; nor is anything registered from a report to the end of the pass that follows it. So changes are
///   reported again, later: see `SecondReportSchedule`.
/// - Reads of an inner observation also count for the pass it was started in.
enum PublicTracking {
  /// What lent passes are tracked by, of which there are none here: each pass has to be registered anew.
  struct Collecting {
    func collect<Observer: DependencyObserver>(
      for reader: GraphNode,
      as type: Observer.Type,
      _ body: () -> Void
    ) -> PlatformDependencies? {
      guard let owner = reader.soleOwner else { preconditionFailure("Something reads that has gone.") }
      return PublicTracking.track(for: unsafe unsafeDowncast(owner, to: type), replacing: nil, body)
    }

    func rest() {}
  }

  static func track(
    for observer: some DependencyObserver,
    replacing previous: PlatformDependencies?,
    secondReportsFrom queue: ReportQueue = .current,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    let previous = previous as? PublicDependencies
    let followsGap = previous?.isUsedUp == true && observer.confirmsEachReading
    let dependencies = PublicDependencies(
      observer,
      previous?.secondReports ?? SecondReports(observer.secondReports, queue),
      followsGap: followsGap,
      sentinel: previous?.handOverSentinel()
    )
    register(dependencies, for: body)
    dependencies.secondReports.passRegistered(observer)
    return dependencies
  }

  /// Runs a part of a pass; see ``Tracking/trackPart(for:replacing:_:)``.
  static func trackPart(
    for observer: some DependencyObserver,
    replacing previous: PlatformDependencies?,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    guard let previous = previous as? PublicDependencies else { return nil }
    // The pass goes on, and then registers all of it: what follows a report of the part follows that.
    let dependencies = PublicDependencies(observer, previous.secondReports, followsGap: false)
    register(dependencies, for: body)
    return dependencies
  }

  /// Registers nothing; shares its second reports with the pass that follows, and with the parts of that.
  static func noDependencies(of observer: some DependencyObserver) -> PlatformDependencies {
    PublicDependencies(observer, SecondReports(observer.secondReports, .current), followsGap: false)
  }

  private static func register(_ dependencies: PublicDependencies, for body: () -> Void) {
    withObservationTracking {
      // First: it marks the list that the reads go to.
      dependencies.sentinel.read()
      dependencies.sentinel.whileMarking(body)
    } onChange: {
      dependencies.report()
    }
    dependencies.registrationIsMade()
  }

  // MARK: Whose reads they are

  /// Whether the innermost tracking of this thread is one of this backend, or has been left by ``untracked(_:)``.
  static var isInnermost: Bool {
    Sentinel.current?.marksInnermostTracking ?? false
  }

  /// Whether somebody else's tracking collects reads on this thread: around all of ours, or inside the innermost of them.
  static var isTrackingForOthers: Bool {
    guard unsafe ob_sentinel_current() != nil else { return Sentinel.isTracking }
    return !isInnermost
  }

  /// Runs `body` so that models with a registrar of our own aren't registered with a tracking of the standard library that is around
  /// it. Others can't be kept out.
  static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    if isInnermost || !Sentinel.isTracking { return try body() }
    let sentinel = Sentinel()
    sentinel.read()
    return try sentinel.whileMarking(body)
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
    /// Nothing is left of it, and the next registration has the sentinel.
    case handedOver
    case cancelled
  }

  let sentinel: Sentinel
  let secondReports: SecondReports
  // Weak: a change that another thread makes while this is being registered leaves it with models that the observer may hold.
  private weak let observer: (any DependencyObserver)?
  private let followsGap: Bool
  private let surroundings = Sentinel.Surroundings()
  private let state = Atomic(State.forming)

  /// Creates the registration that a pass will make.
  ///
  /// - Parameters:
  ///   - observer: Hears of a change.
  ///   - secondReports: Hears of it as well, and has the observer hear of it again.
  ///   - followsGap: Whether the registration before this one no longer stands, which matters to the observer.
  ///   - sentinel: That of the registration before, of which nothing else is left. A new one costs five allocations.
  init(
    _ observer: any DependencyObserver,
    _ secondReports: SecondReports,
    followsGap: Bool,
    sentinel: Sentinel? = nil
  ) {
    self.observer = observer
    self.sentinel = sentinel ?? Sentinel()
    self.secondReports = secondReports
    self.followsGap = followsGap
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

  /// Gives the sentinel to the registration that follows, if a report has used up this one. Called in the pass that makes that.
  ///
  /// A tracking around this registration has read the sentinel, too: then its end has to wait for the end of that.
  func handOverSentinel() -> Sentinel? {
    guard !surroundings.isTracked, mark(.handedOver, if: .usedUp) || mark(.handedOver, if: .usedUpByPass) else {
      return nil
    }
    sentinel.endWaiting()
    return sentinel
  }

  private func mark(_ new: State, if expected: State) -> Bool {
    state.compareExchange(expected: expected, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  override func reportOnceMore(to observer: some DependencyObserver) {
    secondReports.passRegistered(observer)
  }

  /// Called on the thread that makes the change, before the value is stored.
  func report() {
    // What is reported is the end of the registration. Other threads may still report a change to one that has ended: its registrar
    // asked who is registered before the next one was, which doesn't hear of the change.
    guard let observer, !sentinel.isEndingHere else { return }
    let origin = observer.originOfChange
    let used = origin == .ownPass ? State.usedUpByPass : .usedUp
    if !mark(.usedUpEarly, if: .forming) { _ = mark(used, if: .stands) }
    secondReports.changeReported(origin)
    observer.dependencyWillChange()
  }

  override func cancel() {
    while true {
      let known = state.load(ordering: .acquiring)
      if known == .handedOver { return }
      if mark(.cancelled, if: known) { break }
    }
    // The public interface can't cancel a registration, but a report ends it.
    sentinel.end(after: surroundings.sentinel(for: observer))
  }

  // Each pass makes others, whatever it has read. If none stood before, any of it may have changed unnoticed, like what is read
  // for the first time.
  override var showNewReadings: Bool { followsGap }
}

extension DependencyObserver {
  var secondReports: SecondReportSchedule.Extent {
    options.contains(.confirming) ? .repeated : .once
  }

  var originOfChange: SecondReportSchedule.Origin {
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

  func receiveSecondReport() {
    dependencyChanged(options.contains(.didSet) ? .didSet : .willSet, mayRunNow: false, from: .platform) { nil }
  }
}
