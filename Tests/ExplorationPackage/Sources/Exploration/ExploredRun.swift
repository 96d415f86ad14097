/// What a run has shown: the choices that were made in it, and what happened between them.
package struct ExploredRun {
  package struct Step {
    /// The threads that could have gone on, a bit for each.
    package var enabled: UInt64
    /// The thread that ran before.
    package var previous: Int
    /// The thread that went on.
    package var thread: Int
    /// Equal for states in which each thread has done the same, in an order that makes no difference.
    package var signature: UInt64
    package var accesses: [Access]

    package init(enabled: UInt64, previous: Int, thread: Int, signature: UInt64, accesses: [Access]) {
      self.enabled = enabled
      self.previous = previous
      self.thread = thread
      self.signature = signature
      self.accesses = accesses
    }
  }

  /// What a thread does with an object. All are named so that their names are the same in each run.
  package struct Access: Hashable {
    package enum Mode: Hashable {
      case reads
      case changes
      /// Has got a lock, or an actor, that it holds from here on: who asks for it is held up, and others go on.
      case holds
      /// The object is the thread that is started.
      case starts
    }

    package var thread: UInt64
    package var object: UInt64
    package var mode: Mode
    /// The locks that are held.
    package var locks: [UInt64]

    package init(thread: UInt64, object: UInt64, mode: Mode, locks: [UInt64] = []) {
      self.thread = thread
      self.object = object
      self.mode = mode
      self.locks = locks
    }

    /// Whether the order of the two makes a difference, and is open.
    func conflicts(with other: Access) -> Bool {
      if thread == other.thread || object != other.object { return false }
      if mode == .starts || other.mode == .starts { return false }
      if mode != .changes, other.mode != .changes { return false }
      // Where both hold a lock, who takes that first decides.
      return !locks.contains(where: other.locks.contains)
    }
  }

  package var steps: [Step]
  /// The state that was found to be known, where the run was given up; nil if it has ended.
  package var stoppedAt: UInt64?
  /// What threads that are held up at the end were about to do.
  package var pending: [Access]

  package init(steps: [Step], stoppedAt: UInt64? = nil, pending: [Access] = []) {
    self.steps = steps
    self.pending = pending
    self.stoppedAt = stoppedAt
  }
}
