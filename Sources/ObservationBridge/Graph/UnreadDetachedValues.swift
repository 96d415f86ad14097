import CObservationRuntime

/// Derived values that nobody holds, and that nobody depends on any more: found with the lock, and retired without, by the same thread.
///
/// When one is retired, what it has read may be another: they are retired one after the other.
enum UnreadDetachedValues {
  /// Called with the lock.
  static func add(_ derived: GraphNode) {
    derived.nextDetached = GraphNode(at: ob_detached_current())
    ob_detached_set(derived.address)
  }

  /// Retires those that this thread has found. Called without the lock, wherever readers may have read anew or ended.
  @inline(__always)
  static func retire() {
    if ob_detached_current() != 0 { retireAll() }
  }

  @inline(never)
  private static func retireAll() {
    while let derived = GraphNode(at: ob_detached_current()) {
      ob_detached_set(derived.nextDetached?.address ?? 0)
      // Released outside the lock.
      let owner = unsafe Graph.withLock(of: derived) { graph in
        derived.nextDetached = nil
        return unsafe graph.retire(derived)
      }
      guard let owner = unsafe owner else { continue }
      unsafe owner._withUnsafeGuaranteedRef { $0.isOver() }
      unsafe owner.release()
    }
  }
}
