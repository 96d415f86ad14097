import CTestingRuntime

/// A waiting job.
struct ScheduledJob {
  enum Place {
    case tasks(ScheduleTaskExecutor)
    /// The place of a task or an actor that doesn't prefer the run's executor.
    case global
    case main(ScheduleExecutor)
    case gate(ScheduleExecutor)
  }

  enum Subject: Equatable {
    /// A task goes on; the value is its number.
    case task(Int)
    /// An actor runs its waiting jobs.
    case actor
    /// A task that has yielded or slept is resumed.
    case resumption
  }

  let job: UnownedJob
  let place: Place
  let subject: Subject

  var isOnMainActor: Bool { if case .main = place { true } else { false } }
  var task: Int? { if case .task(let number) = subject { number } else { nil } }

  /// Whether the job only enqueues another one, which then runs at once: there is nothing to choose.
  var leadsToAnother: Bool {
    if case .gate = place { return true }
    return subject == .resumption
  }

  /// The runtime's value for "no executor in particular": both words are null, as fixed by the ABI.
  private static let globalExecutor = unsafe unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// Runs the job; a continuing task then prefers `tasks`, so that it needn't ask for its present executor.
  func run(preferring tasks: ScheduleTaskExecutor?) {
    switch (place, tasks) {
    case (.tasks(let executor), _): unsafe job.runSynchronously(on: executor.asUnownedTaskExecutor())
    case (.global, _): unsafe job.runSynchronously(on: Self.globalExecutor)
    case (.main(let executor), let tasks?), (.gate(let executor), let tasks?):
      unsafe job.runSynchronously(
        isolatedTo: executor.asUnownedSerialExecutor(),
        taskExecutor: tasks.asUnownedTaskExecutor()
      )
    case (.main(let executor), nil), (.gate(let executor), nil):
      unsafe job.runSynchronously(on: executor.asUnownedSerialExecutor())
    }
  }

  /// Runs the job when the run of its scenario is over: on the real main actor, or anywhere.
  func runLater() {
    if isOnMainActor {
      Task { @MainActor in run(preferring: nil) }
    } else {
      Task.detached { run(preferring: nil) }
    }
  }
}

extension UnownedJob {
  // A job is one word, an address.
  init(address: UnsafeMutableRawPointer) {
    self = unsafe unsafeBitCast(address, to: UnownedJob.self)
  }

  var kind: ct_kind { unsafe ct_kind_of(unsafeBitCast(self, to: UnsafeRawPointer.self)) }

  /// The task's number in the process.
  var taskID: UInt64 { unsafe ct_task_id(unsafeBitCast(self, to: UnsafeRawPointer.self)) }
}
