import CTestingRuntime
import ObservationBridge

/// Runs a scenario once, on the calling thread.
struct ScheduleRun {
  private let queue: ScheduleQueue
  private let executor: ScheduleTaskExecutor

  init(_ chooser: ScheduleChooser) {
    queue = ScheduleQueue(chooser)
    executor = ScheduleTaskExecutor(queue)
    queue.begin(on: executor)
  }

  var choices: [ScheduleChoice] { queue.choices }
  var drawing: ScheduleDrawing { queue.drawing }

  /// The queue taking this thread's jobs, if any.
  static var queueOfThread: ScheduleQueue? {
    guard let taker = unsafe ct_taker_current(), unsafe taker.pointee.created != nil else { return nil }
    return unsafe queue(taker.pointee.context)
  }

  /// Runs the scenario to its end, and returns the reason for a failure.
  func drive(_ scenario: @escaping @Sendable () async throws -> Void) -> Schedules.Failure.Reason? {
    // The remaining jobs of an abandoned run execute by themselves.
    defer { queue.release() }
    return takingJobs {
      let result = LockedState<Result<Void, any Error>?>(nil)
      let task = Task(executorPreference: executor) { [queue] in
        do {
          try await scenario()
          result.withLock { $0 = .success(()) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
        queue.end()
      }
      guard queue.hasSeenTasks else { return .unsupported(ScheduleRuntime.tasksAreUnseen) }
      queue.runJobs()
      if let reason = queue.reason {
        task.cancel()
        return reason
      }
      switch result.withLock({ $0 }) {
      case nil:
        task.cancel()
        return .stalled
      case .failure(let error): return .threw(error)
      case .success: return nil
      }
    }
  }

  private func takingJobs<Result>(_ body: () -> Result) -> Result {
    // The queue lives while it takes this thread's jobs.
    let taker = unsafe ct_taker(
      context: Unmanaged.passUnretained(queue).toOpaque(),
      enqueue: { job, queue in unsafe ScheduleRun.queue(queue).take(UnownedJob(address: job), at: .global) },
      created: { task, name, waitsForActor, queue in
        let name = unsafe name.map { unsafe String(cString: $0) }
        unsafe ScheduleRun.queue(queue).created(
          UnownedJob(address: task),
          name: name,
          waitsForActor: waitsForActor != 0
        )
      },
      passes: { actor, queue in
        let actor = unsafe Unmanaged<AnyObject>.fromOpaque(actor).takeUnretainedValue()
        unsafe ScheduleRun.queue(queue).asks(for: type(of: actor))
      },
      tasks: unsafeBitCast(executor.asUnownedTaskExecutor(), to: ct_executor.self),
      main: unsafeBitCast(executor.main.asUnownedSerialExecutor(), to: ct_executor.self),
      gate: unsafeBitCast(executor.gate.asUnownedSerialExecutor(), to: ct_executor.self)
    )
    return unsafe withUnsafePointer(to: taker) { taker in
      let previous = unsafe ct_taker_exchange(taker)
      defer { unsafe ct_taker_exchange(previous) }
      return ExploredRun().run(body)
    }
  }

  private static func queue(_ context: UnsafeMutableRawPointer) -> ScheduleQueue {
    unsafe Unmanaged<ScheduleQueue>.fromOpaque(context).takeUnretainedValue()
  }
}
