import CObservationRuntime

/// A ``GraphPool`` for all threads.
// Unchecked: the lock guards the only variable.
@safe
final class SharedGraphPool<Memory: PooledMemory & ~Copyable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<ob_lock>.allocate(capacity: 1)
  // Used with the lock.
  private var pool: GraphPool<Memory>

  /// Creates a pool without memory.
  ///
  /// - Parameter isSpread: Whether values taken in succession are kept in different lines of the processor's cache,
  ///   since different threads may use them.
  init(isSpread: Bool = false) {
    unsafe lock.initialize(to: ob_lock())
    pool = GraphPool(isSpread: isSpread)
  }

  // Pools live as long as the process.
  deinit {
    unsafe lock.deallocate()
  }

  /// The number of values in use.
  var count: Int {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    return pool.count
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
