import CTestingRuntime
import ObservationBridge

/// The jobs of one run in one line: jobs of its actor, of its tasks, and jobs given to the global executor there.
///
/// During the run, jobs run at the driver's command. Later jobs, from tasks that outlive the run, run by themselves,
/// isolated jobs still one at a time.
final class TimelineQueue: Sendable {
  private enum Job {
    case isolated(UnownedJob, TimelineActorExecutor)
    case preferring(UnownedJob, TimelineTaskExecutor)
    case global(UnownedJob)
  }

  private enum Phase {
    case driven
    /// The run is over.
    case released
    /// The run is over, and a task runs the later jobs.
    case draining
  }

  private struct State {
    var jobs: [Job] = []
    var phase = Phase.driven
  }

  private let state = LockedState(State())

  /// The runtime's value for "no executor in particular": both words are null, as fixed by the ABI.
  private static let globalExecutor = unsafe unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  fileprivate func enqueue(_ job: UnownedJob, on executor: TimelineActorExecutor) {
    append(.isolated(job, executor))
  }

  fileprivate func enqueue(_ job: UnownedJob, on executor: TimelineTaskExecutor) {
    append(.preferring(job, executor))
  }

  /// While `body` runs, this thread passes jobs for the global executor to the queue.
  func takingGlobalJobs<Result>(_ body: () throws -> Result) rethrows -> Result {
    // The queue lives while taking this thread's jobs. A job is one word, an address.
    let taker = unsafe ct_taker(
      context: Unmanaged.passUnretained(self).toOpaque(),
      enqueue: { job, queue in
        let queue = unsafe Unmanaged<TimelineQueue>.fromOpaque(queue).takeUnretainedValue()
        queue.append(.global(unsafe unsafeBitCast(job, to: UnownedJob.self)))
      },
      created: nil,
      passes: nil,
      tasks: ct_executor(),
      main: ct_executor(),
      gate: ct_executor()
    )
    return try unsafe withUnsafePointer(to: taker) { taker in
      let previous = unsafe ct_taker_exchange(taker)
      defer { unsafe ct_taker_exchange(previous) }
      return try body()
    }
  }

  /// Runs jobs until none waits. Returns false if there is no end of jobs.
  func settle(limit: Int) -> Bool {
    var count = 0
    while case let jobs = takeJobs(), !jobs.isEmpty {
      for job in jobs { run(job) }
      count += jobs.count
      if count > limit { return false }
    }
    return true
  }

  /// From now on jobs run by themselves.
  func release() {
    let drains = state.withLock { state in
      state.phase = state.jobs.isEmpty ? .released : .draining
      return !state.jobs.isEmpty
    }
    if drains { drain() }
  }

  private func append(_ job: Job) {
    let drains = state.withLock { state in
      state.jobs.append(job)
      guard state.phase == .released else { return false }
      state.phase = .draining
      return true
    }
    if drains { drain() }
  }

  private func drain() {
    Task.detached {
      while true {
        let jobs = self.state.withLock { state in
          defer { state.jobs = [] }
          if state.jobs.isEmpty { state.phase = .released }
          return state.jobs
        }
        if jobs.isEmpty { return }
        for job in jobs { self.run(job) }
        await Task.yield()
      }
    }
  }

  private func takeJobs() -> [Job] {
    state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
  }

  private func run(_ job: Job) {
    switch job {
    case .isolated(let job, let executor): unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
    case .preferring(let job, let executor): unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    case .global(let job): unsafe job.runSynchronously(on: Self.globalExecutor)
    }
  }
}

/// Runs the run's actor.
final class TimelineActorExecutor: SerialExecutor {
  private let queue: TimelineQueue

  init(_ queue: TimelineQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.enqueue(UnownedJob(job), on: self)
  }
}

/// Runs the jobs of the run's tasks outside of actors.
final class TimelineTaskExecutor: TaskExecutor {
  private let queue: TimelineQueue

  init(_ queue: TimelineQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.enqueue(UnownedJob(job), on: self)
  }
}
