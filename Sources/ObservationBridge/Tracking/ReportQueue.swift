import CObservationRuntime

/// Makes reports after pauses, with one task for all reports at the same moment.
final class ReportQueue: Sendable {
  /// The granularity of moments: a report is late by this much at most.
  private static let resolution = Duration.milliseconds(5)
  typealias Moment = Int
  /// Called with the time of its moment.
  typealias Report = @Sendable (Duration) -> Void

  /// The queue of all code without another one.
  static let shared = ReportQueue(ErasedClock(ContinuousClock()))

  private static var ofThread: ThreadObject<ReportQueue> { ThreadObject(pointer: ob_current_reports) }

  static var current: ReportQueue {
    ofThread.current ?? shared
  }

  func run<Result>(_ body: () -> Result) -> Result {
    Self.ofThread.run(with: self, body)
  }

  /// A report to make. A closure in an array would be stored in a second object, made for the generic code of arrays.
  private struct Entry {
    let report: Report
  }

  private let entries = LockedState<[Moment: [Entry]]>([:])
  /// The observers to notify of deallocations: see ``DeallocationReports``.
  let deallocations = LockedState<[ObserverNode]>([])
  private let clock: ErasedClock

  init(_ clock: ErasedClock) {
    self.clock = clock
  }

  /// Creates the queue of an explored run, whose sleepers wake in order, when nothing else is left to run. The pauses
  /// of this queue end before all other pauses, and its time advances only with them: the order of the run depends
  /// neither on a clock nor on the rest of the process.
  static func withoutPauses() -> ReportQueue {
    let now = LockedState(Duration.zero)
    let start = ContinuousClock.now - .seconds(86_400)
    let clock = ErasedClock(elapsed: { now.withLock { $0 } }) { deadline, _ in
      try? await ContinuousClock().sleep(until: start + deadline)
      now.withLock { $0 = max($0, deadline) }
    }
    return ReportQueue(clock)
  }

  /// The time since the queue was made.
  var now: Duration { clock.now }

  /// The first moment that is not before `deadline`.
  func moment(at deadline: Duration) -> Moment {
    let (seconds, rest) = deadline.components
    let unit = Self.resolution.components.attoseconds
    return Int(seconds) * Int(1_000_000_000_000_000_000 / unit) + Int((rest + unit - 1) / unit)
  }

  func add(at moment: Moment, _ report: @escaping Report) {
    let isFirst = entries.withLock { entries in
      entries[moment, default: []].append(Entry(report: report))
      return entries[moment]?.count == 1
    }
    if isFirst { Task.detached { await self.makeReports(at: moment) } }
  }

  func add(after pause: Duration, _ report: @escaping Report) {
    add(at: moment(at: now + pause), report)
  }

  private func makeReports(at moment: Moment) async {
    let time = Self.resolution * moment
    _ = await clock.sleep(until: time, tolerance: nil)
    let due = entries.withLock { $0.removeValue(forKey: moment) } ?? []
    for entry in due { entry.report(time) }
  }
}
