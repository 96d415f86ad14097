import Foundation

/// Computes a value for each number below `count` on all cores, and reports the number of values done on the caller's
/// thread.
///
/// The threads have large stacks: a walk goes as deep as the expressions of a file, which has no limit.
func concurrentMap<Result: Sendable>(
  count: Int,
  progress: (Int) -> Void,
  _ compute: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let work = ConcurrentWork(count: count, compute: compute)
  for _ in 0..<min(count, ProcessInfo.processInfo.activeProcessorCount) {
    let thread = Thread { work.run() }
    thread.stackSize = 256 << 20
    thread.start()
  }
  return (0..<count).map { index in
    defer { progress(index + 1) }
    return work.result(index)
  }
}

/// The state shared by the threads.
// The condition guards all mutable state.
private final class ConcurrentWork<Result: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private let count: Int
  private let compute: @Sendable (Int) -> Result
  private var next = 0
  private var results: [Int: Result] = [:]

  init(count: Int, compute: @escaping @Sendable (Int) -> Result) {
    self.count = count
    self.compute = compute
  }

  func run() {
    while let index = takeNext() {
      let result = compute(index)
      condition.withLock {
        results[index] = result
        condition.broadcast()
      }
    }
  }

  private func takeNext() -> Int? {
    condition.withLock {
      guard next < count else { return nil }
      next += 1
      return next - 1
    }
  }

  /// Waits for a value, and removes it.
  func result(_ index: Int) -> Result {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let result = results.removeValue(forKey: index) { return result }
      condition.wait()
    }
  }
}
