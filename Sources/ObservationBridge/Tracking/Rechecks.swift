/// The rechecks of one observation of the public backend.
final class Rechecks: Sendable {
  private struct State {
    var schedule: RecheckSchedule
    /// The last requested moment.
    var moment: ReportQueue.Moment?
    /// The dependencies to recheck, those of the last pass; nil after their cancellation.
    var dependencies: PlatformDependencies?
  }

  private let state: LockedState<State>
  private let queue: ReportQueue

  init(_ extent: RecheckSchedule.Extent, _ queue: ReportQueue) {
    state = LockedState(State(schedule: RecheckSchedule(extent)))
    self.queue = queue
  }

  /// The rechecks of an observer that needs rechecks before a change on another thread; nil for all other observers.
  static func ifNeededFromTheStart(by observer: ObserverNode, _ queue: ReportQueue) -> Rechecks? {
    let extent = observer.rechecks
    return extent == .once && queue === ReportQueue.shared ? nil : Rechecks(extent, queue)
  }

  var isIdle: Bool { state.withLock { $0.schedule.isIdle } }

  var haveBeenChangedElsewhere: Bool { state.withLock { $0.schedule.hasBeenChangedElsewhere } }

  /// Notes the first report of a change. Called on the thread that makes the change.
  func changeReported(_ origin: RecheckSchedule.Origin) {
    state.withLock { $0.schedule.changeReported(origin) }
  }

  /// Notes that a pass of the observer has registered its reads.
  func passRegistered(_ dependencies: PlatformDependencies) {
    let (needsPass, earlier) = state.withLock { state in
      let earlier = state.dependencies
      state.dependencies = dependencies
      return (state.schedule.needsPass, earlier)
    }
    // The time is asked for rarely, and outside the lock. So are the earlier dependencies released.
    guard withExtendedLifetime(earlier, { needsPass }) else { return }
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
    queue.add(at: moment) { self.recheck(at: $0) }
  }

  private func recheck(at now: Duration) {
    let dependencies = state.withLock { state in
      state.schedule.isReportDue(at: now) ? state.dependencies : nil
    }
    dependencies?.recheck()
  }

  /// Notes that dependencies have been cancelled: an ended observation needs no recheck, and is freed at once.
  func cancel(_ dependencies: PlatformDependencies) {
    state.withLock { state in
      if state.dependencies === dependencies { state.dependencies = nil }
    }
  }
}
