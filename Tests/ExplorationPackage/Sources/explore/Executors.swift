import CExploration
import CObservationRuntime
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

/// Hands all jobs of the process to the scheduler: each on a thread of its own, the main actor's on the main thread.
struct ExploredExecutors: ExecutorFactory {
  static let main = MainThread()
  static let others = OtherThreads()

  static var mainExecutor: any MainExecutor { main }
  static var defaultExecutor: any TaskExecutor { others }

  final class MainThread: MainExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      unsafe ce_enqueue_main(address(of: job))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      unsafe ce_fail("A task sleeps on the main actor, which isn't explored.")
    }

    func checkIsolated() {
      precondition(ob_is_main_thread(), "This isn't the main thread.")
    }

    func isIsolatingCurrentContext() -> Bool? { ob_is_main_thread() }

    func run() throws {}
    func stop() {}
  }

  final class OtherThreads: TaskExecutor, SchedulingExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
      unsafe ce_enqueue(address(of: job))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob,
      after delay: C.Duration,
      tolerance: C.Duration?,
      clock: C
    ) {
      let delay = (delay as? Duration ?? .zero).components
      unsafe ce_enqueue_after(address(of: job), delay.seconds * 1_000_000_000 + delay.attoseconds / 1_000_000_000)
    }
  }

  /// Has tasks use these executors. Called once, before the first task.
  static func install() {
    _createExecutors(factory: ExploredExecutors.self)
    // The layout of this frozen structure is ABI.
    let words = unsafe unsafeBitCast(main.asUnownedSerialExecutor(), to: (UInt, UInt).self)
    ce_prepare(ce_executor(identity: words.0, implementation: words.1))
  }
}

// One word.
private func address(of job: consuming ExecutorJob) -> UnsafeMutableRawPointer {
  unsafe unsafeBitCast(UnownedJob(job), to: UnsafeMutableRawPointer.self)
}
