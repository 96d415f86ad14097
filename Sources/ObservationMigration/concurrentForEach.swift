import Dispatch

/// Computes a value for each number below `count` on all cores, and hands them over in order, on the caller's thread.
func concurrentForEach<Result: Sendable>(
  count: Int,
  compute: @Sendable (Int) -> Result,
  receive: (Result) -> Void
) {
  let batch = 128
  for start in stride(from: 0, to: count, by: batch) {
    let size = min(batch, count - start)
    let slots = LockedSlots<Result>(size)
    DispatchQueue.concurrentPerform(iterations: size) { index in
      slots.set(compute(start + index), at: index)
    }
    for value in slots.values { receive(value) }
  }
}

/// Where threads leave their results.
// The queue guards `slots`.
private final class LockedSlots<Value: Sendable>: @unchecked Sendable {
  private let queue = DispatchQueue(label: "ObservationMigration.results")
  private var slots: [Value?]

  init(_ count: Int) {
    slots = Array(repeating: nil, count: count)
  }

  func set(_ value: Value, at index: Int) {
    queue.sync { slots[index] = value }
  }

  var values: [Value] {
    queue.sync { slots.compactMap(\.self) }
  }
}
