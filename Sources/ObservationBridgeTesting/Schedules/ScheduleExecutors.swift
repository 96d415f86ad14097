// How a task sleeps isn't public: without these two conformances, tasks would sleep in real time, outside the run.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalScheduling) import _Concurrency

  extension ScheduleTaskExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      queue.take(UnownedJob(job), until: deadline(instant, clock), at: .tasks(self))
    }
  }

  extension ScheduleExecutor: SchedulingExecutor {
    func enqueue<C: Clock>(_ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C) {
      queue.take(UnownedJob(job), until: deadline(instant, clock), at: place)
    }
  }

  private func deadline<C: Clock>(_ instant: C.Instant, _ clock: C) -> ContinuousClock.Instant {
    if let instant = instant as? ContinuousClock.Instant { return instant }
    return .now + (clock.now.duration(to: instant) as? Duration ?? .zero)
  }
#endif

/// Runs the jobs of a run's tasks outside of actors.
final class ScheduleTaskExecutor: TaskExecutor {
  fileprivate let queue: ScheduleQueue
  // Tasks refer to these two executors without retaining them, but do retain this executor.
  let main: ScheduleExecutor
  let gate: ScheduleExecutor

  init(_ queue: ScheduleQueue) {
    self.queue = queue
    main = ScheduleExecutor(.main, queue)
    gate = ScheduleExecutor(.gate, queue)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.take(UnownedJob(job), at: .tasks(self))
  }
}

/// Takes a run's place of the main actor's executor, or of the gate.
final class ScheduleExecutor: SerialExecutor {
  enum Role {
    case main
    /// The executor of a task before a request for a default actor.
    case gate
  }

  private let role: Role
  fileprivate let queue: ScheduleQueue

  init(_ role: Role, _ queue: ScheduleQueue) {
    self.role = role
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    queue.take(UnownedJob(job), at: place)
  }

  fileprivate var place: ScheduledJob.Place { role == .main ? .main(self) : .gate(self) }
}
