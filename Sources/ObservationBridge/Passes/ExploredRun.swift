import CObservationRuntime

/// The parts that an explored run doesn't share with the rest of the process: a pass queue for the main actor, a report
/// queue, and what is known of closures.
package final class ExploredRun: Sendable {
  private let reports = ReportQueue.withoutPauses()
  let histories = CodeHistory.Table()
  private let knownMainQueue = LockedState<PassQueue?>(nil)

  package init() {}

  static var current: ExploredRun? { ofThread.current }

  private static var ofThread: ThreadObject<ExploredRun> { ThreadObject(ob_current_run) }

  package func run<Result>(_ body: () -> Result) -> Result {
    Self.ofThread.run(with: self) { reports.run(body) }
  }

  /// The due passes of the main actor, which another executor replaces in the run.
  var mainQueue: PassQueue {
    if let known = knownMainQueue.withLock({ $0 }) { return known }
    let new = PassQueue(MainActor.shared, keepsActor: true)
    return knownMainQueue.withLock { known in
      defer { known = known ?? new }
      return known ?? new
    }
  }
}
