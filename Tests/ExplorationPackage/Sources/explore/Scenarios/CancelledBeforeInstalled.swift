import ObservationBridge

extension Scenario {
  /// A mistake that this package once made: what is cancelled before its registration is installed stays installed.
  static let cancelledBeforeInstalled = Scenario("cancelledBeforeInstalled") { _ in
    let (registry, cancellation) = (Registry(), Cancellation())
    Stage.thread("start") {
      if cancellation.isCancelled { return }
      // Here it may be cancelled.
      registry.install()
      cancellation.registered()
    }
    Stage.thread("cancel") {
      if cancellation.cancel() { registry.remove() }
    }
    return {
      Stage.expect(!registry.isInstalled, "A cancelled registration is installed.")
    }
  }

  private final class Registry: Counted, @unchecked Sendable {
    private let count = LockedState(0)

    var isInstalled: Bool { count.withLock { $0 > 0 } }

    func install() { count.withLock { $0 += 1 } }
    func remove() { count.withLock { $0 -= 1 } }
  }

  private final class Cancellation: Counted, @unchecked Sendable {
    private let state = LockedState((isCancelled: false, isRegistered: false))

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func registered() { state.withLock { $0.isRegistered = true } }

    /// Whether there is something to remove.
    func cancel() -> Bool {
      state.withLock { state in
        state.isCancelled = true
        return state.isRegistered
      }
    }
  }
}
