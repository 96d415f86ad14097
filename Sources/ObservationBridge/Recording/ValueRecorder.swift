/// Keeps the recorded values, and wakes the tasks that wait for them.
package final class ValueRecorder<Value: Sendable>: Sendable {
  fileprivate struct State {
    var values: [Value] = []
    var isActive = true
    var nextWaiter = 0
    var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = LockedState(State())

  package init() {}

  package var values: [Value] {
    state.withLock { $0.values }
  }

  package var isActive: Bool {
    state.withLock { $0.isActive }
  }

  /// Adds a value, unless the recording has ended.
  package func record(_ value: Value) {
    let waiters = state.withLock { state -> [Int: CheckedContinuation<Void, Never>] in
      guard state.isActive else { return [:] }
      state.values.append(value)
      return state.takeWaiters()
    }
    for waiter in waiters.values { waiter.resume() }
  }

  package func finish() {
    let waiters = state.withLock { state in
      state.isActive = false
      return state.takeWaiters()
    }
    for waiter in waiters.values { waiter.resume() }
  }

  /// Returns the first value that satisfies `predicate`; nil if none has by the timeout, the end of the recording, or
  /// the cancellation of the task.
  package func firstValue(
    within timeout: Duration,
    where predicate: @escaping @Sendable (Value) -> Bool
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await self.firstValue(where: predicate) }
      group.addTask {
        // The sleep ends with the timeout, or is cancelled when the other task has an answer.
        try? await Task.sleep(for: min(max(timeout, .zero), .longestWait))
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      // The value may have arrived together with the timeout.
      let second = await group.next() ?? nil
      return first ?? second
    }
  }

  /// Returns the first value that satisfies `predicate`; nil if none has by the end of the recording or the
  /// cancellation of the task.
  func firstValue(where predicate: (Value) -> Bool) async -> Value? {
    var checked = 0
    while true {
      let (values, isActive) = state.withLock { ($0.values, $0.isActive) }
      if let match = values[checked...].first(where: predicate) { return match }
      checked = values.count
      if !isActive || Task.isCancelled { return nil }
      await waitForMore(than: checked)
    }
  }

  private func waitForMore(than count: Int) async {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          // An earlier cancellation found no waiter to wake.
          if state.values.count > count || !state.isActive || Task.isCancelled { return true }
          state.waiters[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: id) }?.resume()
    }
  }
}

extension ValueRecorder.State {
  fileprivate mutating func takeWaiters() -> [Int: CheckedContinuation<Void, Never>] {
    defer { waiters = [:] }
    return waiters
  }
}
