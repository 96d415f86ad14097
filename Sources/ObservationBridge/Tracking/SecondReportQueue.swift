import CObservationRuntime

/// Makes the second reports of all observations: one task for those that are due at the same moment.
///
/// An observation is held weakly here: one that is over hears nothing any more, and is freed at once.
package final class SecondReportQueue: Sendable {
  /// What time is counted in. A report comes as much later at most.
  private static let resolution = Duration.milliseconds(5)
  typealias Moment = Int

  private struct Request: Sendable {
    weak let observer: (any DependencyObserver)?
    let reports: SecondReports
  }

  private static let shared = SecondReportQueue(ContinuousClock())

  /// That of the passes of this thread.
  static var current: SecondReportQueue {
    guard let queue = unsafe ob_second_reports_current() else { return shared }
    // Set by `run` alone, which keeps it alive.
    return unsafe Unmanaged<SecondReportQueue>.fromOpaque(queue).takeUnretainedValue()
  }

  private let requests = LockedState<[Moment: [Request]]>([:])
  private let time: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async -> Void

  init<C: Clock<Duration>>(_ clock: C) {
    let start = clock.now
    time = { start.duration(to: clock.now) }
    sleep = { try? await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  /// Creates the queue of a run in which sleepers wake in their order, when nothing else is left to run.
  ///
  /// Its pauses are over before those of all others, and its time goes on with them alone: neither a clock nor what else the process
  /// does makes a difference to what runs when.
  package init() {
    let now = LockedState(Duration.zero)
    let start = ContinuousClock.now - .seconds(86_400)
    time = { now.withLock { $0 } }
    sleep = { deadline in
      try? await ContinuousClock().sleep(until: start + deadline)
      now.withLock { $0 = max($0, deadline) }
    }
  }

  /// Runs `body`, whose passes on this thread get their second reports from this queue.
  package func run<Result>(_ body: () -> Result) -> Result {
    withExtendedLifetime(self) {
      let outer = unsafe ob_second_reports_exchange(Unmanaged.passUnretained(self).toOpaque())
      defer { _ = unsafe ob_second_reports_exchange(outer) }
      return body()
    }
  }

  /// The time since the queue was made.
  var now: Duration { time() }

  /// The first moment that is not before `deadline`.
  func moment(at deadline: Duration) -> Moment {
    let (seconds, rest) = deadline.components
    let unit = Self.resolution.components.attoseconds
    return Int(seconds) * Int(1_000_000_000_000_000_000 / unit) + Int((rest + unit - 1) / unit)
  }

  /// Has the observer hear of its changes again, if `reports` says so then.
  func add(_ reports: SecondReports, for observer: some DependencyObserver, at moment: Moment) {
    let request = Request(observer: observer, reports: reports)
    let isFirst = requests.withLock { requests in
      requests[moment, default: []].append(request)
      return requests[moment]?.count == 1
    }
    if isFirst { Task.detached { await self.report(at: moment) } }
  }

  private func report(at moment: Moment) async {
    let time = Self.resolution * moment
    await sleep(time)
    let due = requests.withLock { $0.removeValue(forKey: moment) } ?? []
    for request in due where request.reports.isReportDue(at: time) { request.observer?.receiveSecondReport() }
  }
}
