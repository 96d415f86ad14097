import Dispatch

/// The results of a function for each number below `count`, computed on all cores.
///
/// Between batches `progress` is told how many are done, on the caller's thread.
func concurrentMap<Result: Sendable>(
  count: Int,
  progress: (Int) -> Void,
  _ transform: @Sendable (Int) -> Result
) -> [Result] {
  var results: [Result] = []
  results.reserveCapacity(count)
  let batch = 128
  for start in stride(from: 0, to: count, by: batch) {
    let size = min(batch, count - start)
    let slots = Slots<Result>(size)
    DispatchQueue.concurrentPerform(iterations: size) { index in
      slots.set(transform(start + index), at: index)
    }
    results += slots.values
    progress(start + size)
  }
  return results
}

/// Where threads leave their results.
// Guarded by the lock; `values` is read when all threads are done.
private final class Slots<Value: Sendable>: @unchecked Sendable {
  private let lock = DispatchSemaphore(value: 1)
  private var slots: [Value?]

  init(_ count: Int) {
    slots = Array(repeating: nil, count: count)
  }

  func set(_ value: Value, at index: Int) {
    lock.wait()
    defer { lock.signal() }
    slots[index] = value
  }

  var values: [Value] { slots.compactMap(\.self) }
}
