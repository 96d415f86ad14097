import CObservationRuntime

/// A ``GraphPool`` that any thread may use.
// Unchecked: its one variable is guarded by the lock.
@safe
final class SharedGraphPool<Memory: PooledMemory & ~Copyable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<ob_lock>.allocate(capacity: 1)
  // Used with the lock held.
  private nonisolated(unsafe) var pool: GraphPool<Memory>

  /// Creates a pool without memory.
  ///
  /// - Parameter isSpread: Whether values that are taken one after the other lie apart, since they may be used by different threads: not two of
  ///   them in one line of the processor's cache.
  init(isSpread: Bool = false) {
    unsafe lock.initialize(to: ob_lock())
    unsafe pool = GraphPool(isSpread: isSpread)
  }

  // Each is for the whole process.
  deinit {
    unsafe lock.deallocate()
  }

  /// How many are in use.
  var count: Int {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    return unsafe pool.count
  }

  @inline(never)
  func take() -> UnsafeMutablePointer<Memory> {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    return unsafe pool.take()
  }

  @inline(never)
  func putBack(_ value: UnsafeMutablePointer<Memory>) {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    unsafe pool.putBack(value)
  }
}
