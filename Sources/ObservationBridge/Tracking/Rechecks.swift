/// The rechecks of one observation of the public backend.
final class Rechecks: Sendable {
  private struct State {
    var schedule: RecheckSchedule
    /// The last requested moment.
    var moment: ReportQueue.Moment?
  }

  private let state: LockedState<State>
  private let queue: ReportQueue

  init(_ extent: RecheckSchedule.Extent, _ queue: ReportQueue) {
    state = LockedState(State(schedule: RecheckSchedule(extent)))
    self.queue = queue
  }

  /// The rechecks of an observer that needs them before a change on another thread; nil for any other one.
  static func ifNeededFromTheStart(by observer: some DependencyObserver, _ queue: ReportQueue) -> Rechecks? {
    observer.rechecks == .once && queue === ReportQueue.shared ? nil : Rechecks(observer.rechecks, queue)
  }

  /// Whether no recheck is to come.
  var isIdle: Bool { state.withLock { $0.schedule.isIdle } }

  /// Whether a change was made on another thread than the observation's actor.
  var haveBeenChangedElsewhere: Bool { state.withLock { $0.schedule.hasBeenChangedElsewhere } }

  /// Notes the first report of a change. Called on the thread that makes the change.
  func changeReported(_ origin: RecheckSchedule.Origin) {
    state.withLock { $0.schedule.changeReported(origin) }
  }

  /// Notes that a pass of the observer has registered its reads.
  func passRegistered(_ observer: some DependencyObserver) {
    // The time is asked for rarely, and outside the lock.
    guard state.withLock({ $0.schedule.needsPass }) else { return }
    let now = queue.now
    let moment = state.withLock { state -> ReportQueue.Moment? in
      guard let deadline = state.schedule.passRegistered(at: now) else { return nil }
      let moment = queue.moment(at: deadline)
      // Several passes within one moment share a recheck.
      if moment == state.moment { return nil }
      state.moment = moment
      return moment
    }
    guard let moment else { return }
    // Weak: an ended observation needs no recheck, and is freed at once.
    queue.add(at: moment) { [weak observer] time in
      if self.isReportDue(at: time) { observer?.receiveRecheck() }
    }
  }

  private func isReportDue(at now: Duration) -> Bool {
    state.withLock { $0.schedule.isReportDue(at: now) }
  }
}
