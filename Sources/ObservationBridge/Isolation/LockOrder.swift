#if OBSERVATION_BRIDGE_TESTING
  import CObservationRuntime

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
