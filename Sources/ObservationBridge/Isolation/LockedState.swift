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
