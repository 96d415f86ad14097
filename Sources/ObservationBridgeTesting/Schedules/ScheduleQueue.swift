import CTestingRuntime
import ObservationBridge

/// The jobs of one run of a scenario, executed one by one in the order of a schedule.
final class ScheduleQueue: Sendable {
  fileprivate enum Phase {
    /// Jobs run as the schedule says.
    case scheduled
    /// The scenario has returned; the remaining jobs run in order.
    case ending
    /// Jobs run by themselves.
    case released
  }

  /// The current job.
  fileprivate struct Turn {
    var task: Int?
    var isActor = false
    /// Several jobs may wait for the actor: between two of them others can come.
    var mayBeInterrupted = false
    /// The job only enqueues another one, which runs at once.
    var leadsToAnother = false
  }

  fileprivate struct State {
    var chooser: ScheduleChooser
    var choices: [ScheduleChoice] = []
    var ready: [ScheduledJob] = []
    /// The jobs that sleep, the first to wake in front.
    var sleepers: [(deadline: ContinuousClock.Instant, job: ScheduledJob)] = []
    /// The job enqueued by such a job.
    var next: [ScheduledJob] = []
    var numbers: [UInt64: Int] = [:]
    /// The tasks waking other tasks.
    var wakers: Set<UInt64> = []
    var hasSeenTasks = false
    var phase = Phase.scheduled
    /// The executor of the run's tasks; until its release.
    var executor: ScheduleTaskExecutor?
    var turn = Turn()
    var count = 0
    /// Why the run is given up.
    var reason: Schedules.Failure.Reason?
  }

  let drawing = ScheduleDrawing()
  private let state: LockedState<State>

  init(_ chooser: ScheduleChooser) {
    state = LockedState(State(chooser: chooser))
  }

  /// The choices of the schedule.
  var choices: [ScheduleChoice] { state.withLock { $0.choices } }

  /// Why the run was given up.
  var reason: Schedules.Failure.Reason? { state.withLock { $0.reason } }

  /// Whether the creation of tasks is visible, as needed for taking over their jobs.
  var hasSeenTasks: Bool { state.withLock { $0.hasSeenTasks } }

  /// Takes a job, from any thread.
  func take(_ job: UnownedJob, at place: ScheduledJob.Place) {
    let isOnThread = ScheduleRun.queueOfThread === self
    // A task asking for another executor has ended its job, and is no longer current. Jobs enqueued by a running job
    // wait.
    let hasEndedJob = unsafe isOnThread && withUnsafeCurrentTask { unsafe $0 == nil }
    let (released, isBetweenJobs) = state.withLock { state -> (ScheduledJob?, Bool) in
      let job = ScheduledJob(job: job, place: place, subject: state.subject(of: job))
      if state.phase == .released { return (job, false) }
      // Jobs of the main actor keep their order.
      let waits = job.isOnMainActor && state.ready.contains(where: \.isOnMainActor)
      if isOnThread, state.turn.leadsToAnother, !waits {
        state.next.append(job)
        return (nil, false)
      }
      state.ready.append(job)
      return (nil, hasEndedJob && state.turn.mayBeInterrupted && state.phase == .scheduled)
    }
    released?.runLater()
    if isBetweenJobs { runJobs(between: true) }
  }

  /// Takes the job for waking a sleeper.
  func take(_ job: UnownedJob, until deadline: ContinuousClock.Instant, at place: ScheduledJob.Place) {
    let job = ScheduledJob(job: job, place: place, subject: .resumption)
    let isReleased = state.withLock { state in
      if state.phase == .released { return true }
      state.wakers.insert(job.job.taskID)
      let index = state.sleepers.firstIndex { $0.deadline > deadline } ?? state.sleepers.endIndex
      state.sleepers.insert((deadline, job), at: index)
      return false
    }
    if isReleased { job.runLater() }
  }

  /// A task was created.
  func created(_ task: UnownedJob, name: String?, waitsForActor: Bool) {
    let number = state.withLock { state in
      state.hasSeenTasks = true
      if waitsForActor, state.turn.isActor { state.turn.mayBeInterrupted = true }
      return state.number(of: task)
    }
    if let name { drawing.name(number, name) }
  }

  /// The current task, at the gate, asks for its actor.
  func asks(for actor: AnyObject.Type) {
    let task = state.withLock { $0.turn.task }
    drawing.begin(task, at: .actor(actor))
  }

  /// Runs jobs until there are none; jobs `between` two jobs of an actor until the actor goes on.
  func runJobs(between: Bool = false) {
    while let job = state.withLock({ $0.next(between: between) }) { run(job) }
  }

  /// Says where the tasks run whose jobs come.
  func begin(on executor: ScheduleTaskExecutor) {
    state.withLock { $0.executor = executor }
  }

  /// The remaining jobs run in order, since nothing depends on the order any more.
  func end() {
    state.withLock { $0.phase = .ending }
  }

  /// From now on jobs run by themselves.
  func release() {
    let left = state.withLock { state in
      state.phase = .released
      defer { (state.ready, state.sleepers, state.executor) = ([], [], nil) }
      return state.ready + state.sleepers.map(\.job)
    }
    for job in left { job.runLater() }
  }

  /// Runs one job; for an actor, `isOnly` says whether at most one job waits.
  private func run(_ job: ScheduledJob, isOnly: Bool = false) {
    let isActor = job.subject == .actor
    let (turn, executor) = state.withLock { state in
      let turn = Turn(
        task: job.task,
        isActor: isActor,
        mayBeInterrupted: isActor && !isOnly,
        leadsToAnother: job.leadsToAnother
      )
      defer { state.turn = turn }
      return (state.turn, state.executor)
    }
    if !isOnly || !isActor, !job.leadsToAnother { drawing.begin(job) }
    job.run(preferring: executor)
    let next = state.withLock { state in
      state.turn = turn
      defer { state.next = [] }
      return state.next
    }
    // A task at the gate waits for its actor, unless the actor was running already; nobody else waits for the actor.
    for job in next { run(job, isOnly: true) }
  }
}

extension ScheduleQueue.State {
  /// The job to run next; nil if there is none, or if an actor goes on with its waiting jobs.
  fileprivate mutating func next(between: Bool) -> ScheduledJob? {
    guard reason == nil else { return nil }
    if ready.isEmpty, !between, phase == .scheduled, !sleepers.isEmpty { ready.append(sleepers.removeFirst().job) }
    // Of the main actor's jobs only the first can be next.
    let main = ready.firstIndex(where: \.isOnMainActor)
    let options = ready.indices.filter { !ready[$0].isOnMainActor || $0 == main }
    if options.isEmpty { return nil }
    // To go on comes first; it is no task's.
    let goingOn = between ? [0] : []
    guard let option = choose(goingOn + options.map { ready[$0].task ?? 0 }) else { return nil }
    if between, option == 0 { return nil }
    count += 1
    if count > Schedules.jobLimit {
      reason = .endless
      return nil
    }
    return ready.remove(at: options[option - goingOn.count])
  }

  /// The next option; nil if the run differs from the schedule's original run.
  private mutating func choose(_ options: [Int]) -> Int? {
    guard phase == .scheduled, options.count > 1 else { return 0 }
    guard let option = chooser.option(ofChoice: choices.count, among: options) else {
      reason = .notRepeatable
      return nil
    }
    choices.append(ScheduleChoice(count: options.count, option: option))
    return option
  }

  fileprivate mutating func subject(of job: UnownedJob) -> ScheduledJob.Subject {
    switch job.kind {
    case .task: wakers.contains(job.taskID) ? .resumption : .task(number(of: job))
    case .actor: .actor
    case .resumption: .resumption
    }
  }

  /// The tasks' numbers follow their order of appearance.
  fileprivate mutating func number(of task: UnownedJob) -> Int {
    let id = task.taskID
    if let number = numbers[id] { return number }
    numbers[id] = numbers.count + 1
    return numbers.count
  }
}
