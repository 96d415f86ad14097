import CObservationRuntime
import Synchronization

/// A value and the lock that guards it: `Mutex`, in a way that the thread sanitizer understands on Linux, too.
///
/// There the lock of the standard library is a futex of its own, which the sanitizer takes for no lock at all. Debug builds tell
/// it; in release builds this is `Mutex` and nothing else. Where schedules are explored, the scheduler decides who gets the lock.
package struct LockedState<Value>: ~Copyable, Sendable {
  private let mutex: Mutex<Value>

  package init(_ value: consuming sending Value) {
    mutex = Mutex(value)
  }

  @inline(__always)
  package func withLock<Result>(_ body: (inout sending Value) -> sending Result) -> sending Result {
    #if OBSERVATION_BRIDGE_EXPLORE
      let lock = unsafe withUnsafePointer(to: mutex) { unsafe UnsafeRawPointer($0) }
      unsafe ob_explore_lock(lock)
      defer { unsafe ob_explore_unlock(lock) }
      return mutex.withLock(body)
    #elseif OBSERVATION_BRIDGE_TESTING && os(Linux)
      // Stable: a mutex stays where its owner is, and this one's owners are objects.
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
