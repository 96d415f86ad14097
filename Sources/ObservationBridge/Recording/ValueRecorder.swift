/// Keeps the recorded values, and wakes the tasks that wait for them.
package final class ValueRecorder<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var isActive = true
    /// Each of these tasks looks at the values again when it's resumed.
    var waiters: [SuspendedTask] = []

    mutating func takeWaiters() -> [SuspendedTask] { exchange(&waiters, with: []) }
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
    let waiters = state.withLock { state -> [SuspendedTask] in
      guard state.isActive else { return [] }
      state.values.append(value)
      return state.takeWaiters()
    }
    resume(waiters)
  }

  package func finish() {
    let waiters = state.withLock { state in
      state.isActive = false
      return state.takeWaiters()
    }
    resume(waiters)
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

  /// Returns the first value that satisfies `predicate`; nil if the recording or the task ends before.
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
    await withTaskCancellationHandler {
      await SuspendedTask.suspend(isolation: #isolation) { waiter in
        state.withLock { state in
          // An earlier cancellation found no waiter to wake.
          if state.values.count > count || !state.isActive || Task.isCancelled { return false }
          state.waiters.append(waiter)
          return true
        }
      }
    } onCancel: {
      resume(state.withLock { $0.takeWaiters() })
    }
  }

  private func resume(_ waiters: [SuspendedTask]) {
    for waiter in waiters { waiter.resume() }
  }
}
