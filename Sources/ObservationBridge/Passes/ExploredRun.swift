import CObservationRuntime

/// The parts that an explored run doesn't share with the rest of the process: a pass queue for the main actor, a report
/// queue, and what is known of closures.
package final class ExploredRun: Sendable {
  private let reports = ReportQueue.withoutPauses()
  let histories = CodeHistory.Table()
  /// The due passes of the main actor, which another executor replaces in the run.
  let mainQueue = PassQueue(MainActor.shared, keepsActor: true)

  package init() {}

  static var current: ExploredRun? { ofThread.current }

  private static var ofThread: ThreadObject<ExploredRun> { ThreadObject(pointer: ob_current_run) }

  package func run<Result>(_ body: () -> Result) -> Result {
    Self.ofThread.run(with: self) { reports.run(body) }
  }
}
