import CObservationRuntime

/// What the code of an explored run has for itself, and all other code of the process has in common.
///
/// So it makes no difference to what runs when in the run what the rest of the process observes.
package final class ExploredRun: Sendable {
  private let reports = ReportQueue.withoutPauses()
  private let knownMainQueue = LockedState<PassQueue?>(nil)

  package init() {}

  /// That of this thread; nil outside.
  static var current: ExploredRun? {
    // Set by `run` alone, which keeps it alive.
    unsafe ob_run_current().map { unsafe Unmanaged<ExploredRun>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs `body`, all of whose code that runs on this thread belongs to the run.
  package func run<Result>(_ body: () -> Result) -> Result {
    withExtendedLifetime(self) {
      let outer = unsafe ob_run_exchange(Unmanaged.passUnretained(self).toOpaque())
      defer { _ = unsafe ob_run_exchange(outer) }
      return reports.run(body)
    }
  }

  /// The passes that are due on the main actor, whose place another executor has taken in the run.
  var mainQueue: PassQueue {
    if let known = knownMainQueue.withLock({ $0 }) { return known }
    let new = PassQueue(MainActor.shared, keepsActor: true)
    return knownMainQueue.withLock { known in
      defer { known = known ?? new }
      return known ?? new
    }
  }
}
