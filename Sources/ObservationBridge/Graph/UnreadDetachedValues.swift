import CObservationRuntime

/// Detached derived values that have lost their last reader. They are found under the lock, and retired by the same
/// thread after the lock. The list replaces recursion: a retired value may have been the last reader of another one.
enum UnreadDetachedValues {
  /// Called with the lock.
  static func add(_ derived: GraphNode) {
    derived.nextDetached = GraphNode(at: threadContext.detached)
    threadContext.detached = derived.address
  }

  /// Retires the values found by this thread. Called without the lock, wherever a reader may have run or ended.
  @inline(__always)
  static func retire() {
    if threadContext.detached != 0 { retireAll() }
  }

  @inline(never)
  private static func retireAll() {
    while let derived = GraphNode(at: threadContext.detached) {
      threadContext.detached = derived.nextDetached?.address ?? 0
      // Released without the lock.
      let owner = unsafe Graph.withLock(of: derived) { graph in
        derived.nextDetached = nil
        return unsafe graph.retire(derived)
      }
      guard let owner = unsafe owner else { continue }
      unsafe owner._withUnsafeGuaranteedRef { $0.didRetire() }
      unsafe owner.release()
    }
  }
}
