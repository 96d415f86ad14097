import Dispatch
import Synchronization

/// A serial executor that counts the jobs it is handed.
final class CountingExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "CountingExecutor")
  private let count = Atomic(0)

  var jobs: Int { count.load(ordering: .relaxed) }

  func enqueue(_ job: consuming ExecutorJob) {
    count.wrappingAdd(1, ordering: .relaxed)

    let job = UnownedJob(job)
    queue.async {
      // Safe: run once, by this block.
      unsafe job.runSynchronously(on: self.asUnownedSerialExecutor())
    }
  }
}
