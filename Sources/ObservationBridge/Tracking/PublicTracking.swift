import Observation
import Synchronization

/// Tracking with nothing but `withObservationTracking(_:onChange:)`, which reports once and before the value is stored.
///
/// - What changed is not known: every key path matches.
/// - A change on the observation's own isolation is stored before the pass, which waits for a later turn. One made
///   elsewhere may not be; nor is anything registered while the pass that follows it runs. So each such change is
///   reported a second time, a little later: see `Confirmation`.
/// - Reads of an inner observation also count for the pass it was started in.
enum PublicTracking {
  static func track(
    for observer: some DependencyObserver,
    replacing previous: (any Dependencies)?,
    _ body: () -> Void
  ) -> (any Dependencies)? {
    let confirmation = (previous as? PublicDependencies)?.confirmation ?? Confirmation()
    let dependencies = PublicDependencies(observer, confirmation)
    withObservationTracking {
      body()
      dependencies.sentinel.read()
    } onChange: {
      dependencies.report()
    }
    return dependencies
  }
}

/// A registration for one report.
final class PublicDependencies: Dependencies {
  let sentinel = Sentinel()
  let confirmation: Confirmation
  private let observer: any DependencyObserver
  private let isOver = Atomic(false)

  init(_ observer: any DependencyObserver, _ confirmation: Confirmation) {
    self.observer = observer
    self.confirmation = confirmation
  }

  /// Called on the thread that makes the change, before the value is stored.
  func report() {
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    observer.dependencyWillChange(confirmation)
  }

  func cancel() {
    // The public interface can't cancel a registration, but a report ends it.
    if isOver.exchange(true, ordering: .acquiringAndReleasing) { return }
    sentinel.change()
  }

  // A report uses them up, so that each pass makes others.
  var showNewReadings: Bool { false }

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
  /// A dependency is about to be stored; nothing more is known.
  fileprivate func dependencyWillChange(_ confirmation: Confirmation) {
    if !CurrentPass.belongs(to: self), !isOnActor { confirmation.request(for: self) }
    if options.contains(.willSet) {
      dependencyChanged(.willSet, .unknown, mayRunNow: true)
    }
    if options.contains(.didSet) {
      // What the name promises is true in a later turn only.
      dependencyChanged(.didSet, .unknown, mayRunNow: false)
    }
  }

  func dependencyHasSettled() {
    // The pass before may have come too early.
    dependencyChanged(options.contains(.didSet) ? .didSet : .willSet, .unknown, mayRunNow: false)
  }
}
