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
  static func track(
    for observer: some DependencyObserver,
    replacing previous: (any Dependencies)?,
    secondReportsFrom queue: SecondReportQueue = .shared,
    _ body: () -> Void
  ) -> (any Dependencies)? {
    let previous = previous as? PublicDependencies
    let dependencies = PublicDependencies(
      observer,
      previous?.secondReports ?? SecondReports(observer.secondReports, queue),
      followsGap: previous?.isUsedUp == true && observer.confirmsEachReading
    )
    register(dependencies, for: body)
    dependencies.secondReports.passRegistered(observer)
    return dependencies
  }

  /// Runs a part of a pass; see ``Tracking/trackPart(for:replacing:_:)``.
  static func trackPart(
    for observer: some DependencyObserver,
    replacing previous: (any Dependencies)?,
    _ body: () -> Void
  ) -> (any Dependencies)? {
    guard let previous = previous as? PublicDependencies else { return nil }
    // The pass goes on, and then registers all of it: what follows a report of the part follows that.
    let dependencies = PublicDependencies(observer, previous.secondReports, followsGap: false)
    register(dependencies, for: body)
    return dependencies
  }

  /// Registers nothing; shares its second reports with the pass that follows, and with the parts of that.
  static func noDependencies(of observer: some DependencyObserver) -> any Dependencies {
    PublicDependencies(observer, SecondReports(observer.secondReports, .shared), followsGap: false)
  }

  private static func register(_ dependencies: PublicDependencies, for body: () -> Void) {
    withObservationTracking {
      body()
      dependencies.sentinel.read()
    } onChange: {
      dependencies.report()
    }
  }
}

/// A registration for one report.
final class PublicDependencies: Dependencies {
  private enum State: UInt8, AtomicRepresentable {
    case stands
    /// A change has been reported that the observer did not make itself in its pass.
    case usedUp
    /// Cancelled, or used up by the observer's own pass.
    case ended
  }

  let sentinel = Sentinel()
  let secondReports: SecondReports
  private let observer: any DependencyObserver
  private let followsGap: Bool
  private let state = Atomic(State.stands)
  /// The thread that ends the registration by a report; 0 for none.
  private let endingThread = Atomic(UInt(0))

  /// Creates the registration that a pass will make.
  ///
  /// - Parameters:
  ///   - observer: Hears of a change.
  ///   - secondReports: Hears of it as well, and has the observer hear of it again.
  ///   - followsGap: Whether the registration before this one no longer stands, which matters to the observer.
  init(_ observer: any DependencyObserver, _ secondReports: SecondReports, followsGap: Bool) {
    self.observer = observer
    self.secondReports = secondReports
    self.followsGap = followsGap
  }

  /// Whether a change has been reported, so that nothing has been registered since.
  var isUsedUp: Bool { state.load(ordering: .acquiring) == .usedUp }

  /// Called on the thread that makes the change, before the value is stored.
  func report() {
    // What is reported is the end of the registration. Other threads may still report a change to one that has ended: its registrar
    // asked who is registered before the next one was, which doesn't hear of the change.
    if endingThread.load(ordering: .relaxed) == ob_thread_identity() { return }
    let origin = observer.originOfChange
    let next = origin == .ownPass ? State.ended : .usedUp
    _ = state.compareExchange(expected: .stands, desired: next, ordering: .acquiringAndReleasing)
    secondReports.changeReported(origin)
    observer.dependencyWillChange()
  }

  func cancel() {
    // The public interface can't cancel a registration, but a report ends it.
    if state.exchange(.ended, ordering: .acquiringAndReleasing) != .stands { return }
    endingThread.store(ob_thread_identity(), ordering: .relaxed)
    sentinel.change()
    endingThread.store(0, ordering: .relaxed)
  }

  // Each pass makes others, whatever it has read. If none stood before, any of it may have changed unnoticed, like what is read
  // for the first time.
  var showNewReadings: Bool { followsGap }

  func isOnly(_ keyPath: AnyKeyPath) -> Bool { false }

  var onlyObject: ObjectIdentifier? { nil }
}

/// A property that nobody else knows; changing it ends the registrations of the pass that read it.
final class Sentinel: Observable, Sendable {
  private let registrar = ObservationRegistrar()

  var value: Void { () }

  func read() {
    registrar.access(self, keyPath: \.value)
  }

  func change() {
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

extension DependencyObserver {
  var secondReports: SecondReportSchedule.Extent {
    options.contains(.confirming) ? .repeated : .once
  }

  var originOfChange: SecondReportSchedule.Origin {
    CurrentPass.belongs(to: self) ? .ownPass : isOnActor ? .ownActor : .elsewhere
  }

  /// A dependency is about to be stored; nothing more is known.
  fileprivate func dependencyWillChange() {
    if options.contains(.willSet) {
      dependencyChanged(.willSet, mayRunNow: true) { nil }
    }
    if options.contains(.didSet) {
      // What the name promises is true in a later turn only.
      dependencyChanged(.didSet, mayRunNow: false) { nil }
    }
  }

  func receiveSecondReport() {
    dependencyChanged(options.contains(.didSet) ? .didSet : .willSet, mayRunNow: false) { nil }
  }
}
