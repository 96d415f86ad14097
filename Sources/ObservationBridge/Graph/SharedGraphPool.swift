import CObservationRuntime

/// A ``GraphPool`` that any thread may use.
// Unchecked: its one variable is guarded by the lock.
@safe
final class SharedGraphPool<Handle: GraphHandle>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<ob_lock>.allocate(capacity: 1)
  // Used with the lock held.
  private nonisolated(unsafe) var pool: GraphPool<Handle>

  /// Creates a pool without memory; see ``GraphPool``.
  init(_ makeChunk: @escaping @Sendable (_ count: Int) -> [Handle]) {
    unsafe lock.initialize(to: ob_lock())
    unsafe pool = GraphPool(makeChunk)
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
  func take() -> Handle {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    return unsafe pool.take()
  }

  @inline(never)
  func putBack(_ handle: Handle) {
    unsafe ob_lock_take(lock)
    defer { unsafe ob_lock_release(lock) }
    unsafe pool.putBack(handle)
  }
}
