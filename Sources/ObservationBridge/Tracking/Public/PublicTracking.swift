import CObservationRuntime
import Observation

/// Tracking with `withObservationTracking(_:onChange:)` alone, which reports one change, before the value is stored.
///
/// - The changed property isn't known: every key path matches.
/// - A change on the observation's own isolation is stored before the pass, which waits for a later turn. A change on
///   another thread may be stored later. Between a report and the end of the next pass, nothing is registered. So
///   changes are reported again later: see `RecheckSchedule`.
/// - Reads of an inner observation also count for the enclosing pass.
///
/// Each pass has to be registered anew, which costs a microsecond or two, and so does the end of a registration. An
/// observer that reads only registrar models needs neither: `onChange` is an autoclosure, which the library evaluates
/// only if a standard model was read. So the first pass of a closure is registered, with a cancellation probe to end the
/// registration. A later pass after a change of a registrar model is tracked tentatively, see ``TentativeTracking``, and
/// so are the first passes of other observers with the closure, see ``CodeHistory``. If such a pass has read a standard
/// model after all, its registration stands until one of the properties changes.
enum PublicTracking {
  static func track(
    for observer: ObserverNode,
    replacing previous: PlatformDependencies?,
    rechecksFrom queue: ReportQueue = .current,
    after history: ReadingHistory = .unknown,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    let previous = previous as? PublicDependencies
    func rechecks() -> Rechecks? { previous?.commonRechecks ?? .ifNeededFromTheStart(by: observer, queue) }
    if TentativeTracking.isPossible(for: observer, after: previous, history) {
      previous?.willBeReplaced()
      return trackTentatively(for: observer, rechecks(), body)
    }
    let dependencies: PublicDependencies
    if let previous, previous.beginAgain(for: observer) {
      dependencies = previous
    } else {
      previous?.willBeReplaced()
      dependencies = PublicDependencies(observer, rechecks(), after: previous)
      dependencies.begin()
    }
    register(dependencies, for: observer, body)
    dependencies.scheduleRecheck()
    CodeHistory.noteReading(by: observer, dependencies, isFirst: history == .none)
    return dependencies
  }

  // MARK: Tentative tracking

  // A steady pass neither retains the observer nor allocates.
  static func trackTentatively(
    for observer: @autoclosure () -> ObserverNode,
    _ rechecks: @autoclosure () -> Rechecks?,
    _ body: () -> Void
  ) -> PublicDependencies? {
    var tracking = TentativeTracking()
    StackReference.with(&tracking) { tracking in
      withObservationTracking(
        { TentativeTracking.run(tracking, body) },
        onChange: handler(of: tracking, for: observer(), rechecks())
      )
    }
    guard let dependencies = tracking.dependencies else { return nil }
    if dependencies.isUnendable { CodeHistory.note(.needsProbes, of: observer().code) }
    dependencies.registrationIsMade(for: observer())
    dependencies.scheduleRecheck()
    return dependencies
  }

  /// Creates the registration and the handler for a tentative tracking that has read a standard model.
  private static func handler(
    of tracking: StackReference<TentativeTracking>,
    for observer: ObserverNode,
    _ rechecks: Rechecks?
  ) -> @Sendable () -> Void {
    let new = tracking.value.probe ?? PublicDependencies(nil, nil, isUnendable: true)
    new.begin(for: observer, rechecks)
    tracking.value.dependencies = new
    return { new.report() }
  }

  /// Runs a part of a pass; see ``Tracking/trackPlatformPart(for:replacing:_:)``.
  static func trackPart(
    for observer: ObserverNode,
    replacing previous: PlatformDependencies?,
    _ body: () -> Void
  ) -> PlatformDependencies? {
    guard let previous = previous as? PublicDependencies else { return nil }
    // The pass registers all of its reads at the end. A report to this part leads to the steps of a report to the pass.
    let dependencies = PublicDependencies(observer, previous.commonRechecks)
    // These dependencies are cancelled before the pass ends.
    dependencies.willBeReplaced()
    dependencies.begin()
    register(dependencies, for: observer, body)
    return dependencies
  }

  /// Registers nothing, and shares its rechecks with the next pass and the parts of this pass.
  static func noDependencies(of observer: ObserverNode) -> PlatformDependencies {
    PublicDependencies(observer, Rechecks(observer.rechecks, .current), mayReadNoStandardModel: false)
  }

  private static func register(
    _ dependencies: PublicDependencies,
    for observer: ObserverNode,
    _ body: () -> Void
  ) {
    withObservationTracking {
      // First: the probe marks the list to which the reads go.
      dependencies.read()
      dependencies.whileMarking(body)
    } onChange: {
      dependencies.report()
    }
    dependencies.registrationIsMade(for: observer)
  }

  // MARK: The owner of a read

  /// Whether this thread's innermost tracking is one of this backend, or was left by ``untracked(_:)``.
  static var isInnermost: Bool {
    TentativeTracking.isInnermost || CancellationProbe.current?.marksInnermostTracking == true
  }

  /// Whether no tracking of this package encloses the current code.
  static var isOutside: Bool { threadContext.probe == 0 }

  /// Whether a foreign tracker collects reads here: around all trackings of this package, or inside the innermost.
  static var hasForeignTracker: Bool {
    // Most reads are made outside of any tracking.
    if isOutside { return TrackingAsker.isTracking }
    guard let probe = CancellationProbe.current, !probe.marksInnermostTracking else { return false }
    probe.noteForeignTracker()
    return true
  }

  /// Runs `body` so that enclosing trackings of the standard library track standard models only.
  static func untracked<Result: ~Copyable, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure)
    -> Result
  {
    if isInnermost || !CancellationProbe.isTracking { return try body() }
    let probe = CancellationProbe()
    probe.read()
    return try probe.whileMarking(body)
  }
}
