import CObservationRuntime
import Synchronization

/// A value and the lock that guards the value: a `Mutex` that the thread sanitizer understands on Linux, too.
///
/// On Linux, the standard library implements its lock with a futex, which the sanitizer doesn't recognize as a lock. So
/// debug builds report each acquisition and release to the sanitizer; in release builds this is a `Mutex` and nothing
/// else. Where schedules are explored, the scheduler decides which thread gets the lock.
package struct LockedState<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>

  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  /// Calls `body` in the critical region; `isInner` says whether another value's region encloses it: see `LockOrder`.
  @inline(__always)
  package func withLock<Result>(
    isInner: Bool = false,
    _ body: (inout sending Value) -> sending Result
  ) -> sending Result {
    #if OBSERVATION_BRIDGE_TESTING
      LockOrder.stateIsLocked(isInner: isInner)
      defer { LockOrder.stateIsUnlocked() }
    #endif
    #if OBSERVATION_BRIDGE_EXPLORE
      let lock = unsafe withUnsafePointer(to: mutex) { unsafe UnsafeRawPointer($0) }
      unsafe ob_explore_lock(lock)
      defer { unsafe ob_explore_unlock(lock) }
      return mutex.withLock(body)
    #elseif OBSERVATION_BRIDGE_TESTING && os(Linux)
      // Stable: a mutex stays at the address inside its owner, and the owners of this mutex are objects.
      let address = unsafe withUnsafePointer(to: mutex) { unsafe UnsafeMutableRawPointer(mutating: $0) }
      return mutex.withLock { value in
        unsafe ob_lock_acquired(address)
        defer { unsafe ob_lock_will_release(address) }
        return body(&value)
      }
    #else
      return mutex.withLock(body)
    #endif
  }
}

#if OBSERVATION_BRIDGE_TESTING
  /// Stops a testing build where locks nest in an order in which two threads could wait for each other, or where a pass
  /// begins under a lock.
  ///
  /// Locks don't nest, except in three cases. The lock of an observation's state encloses the graph's lock, where the
  /// observation lends its state to its node, or takes the state back. The lock of all pass queues encloses the lock of
  /// one that closes. And the locks of two domains of the graph, which are about to be merged, are taken in the order of
  /// their addresses. The locks of the memory pools, which enclose nothing, aren't counted.
  enum LockOrder {
    static func stateIsLocked(isInner: Bool) {
      precondition(threadContext.graph_lock_count == 0, "A lock is taken inside the graph's lock.")
      precondition(
        threadContext.state_lock_count == (isInner ? 1 : 0),
        "A lock is taken inside another lock."
      )
      threadContext.state_lock_count += 1
    }

    static func stateIsUnlocked() {
      threadContext.state_lock_count -= 1
    }

    static func graphIsLocked(isMerge: Bool) {
      precondition(
        threadContext.graph_lock_count == (isMerge ? 1 : 0),
        "Two locks of the graph are taken, one inside the other."
      )
      threadContext.graph_lock_count += 1
    }

    static func graphIsUnlocked() {
      threadContext.graph_lock_count -= 1
    }

    static func passBegins() {
      precondition(
        threadContext.graph_lock_count == 0 && threadContext.state_lock_count == 0,
        "A pass begins inside a lock."
      )
    }
  }
#endif
