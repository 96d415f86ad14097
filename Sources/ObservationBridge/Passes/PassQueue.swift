/// The passes that are due on one isolation: one scheduled job runs them all, in the order in which they became due.
///
/// There is at most one queue for an actor, shared by all its observations and kept alive by them.
final class PassQueue: Sendable {
  private typealias Job = @isolated(any) @Sendable () async -> Void

  private struct Due {
    var observations: [any Observing] = []
    /// Kept from one job to the next, so that a steady load allocates nothing.
    var spare: [any Observing] = []
    var isScheduled = false
  }

  private static let main = PassQueue(MainActor.shared)
  private static let queues = LockedState<[ObjectIdentifier: WeakQueue]>([:])

  let actor: any Actor
  let executor: ExecutorIdentity
  private let due = LockedState(Due())

  private init(_ actor: any Actor) {
    self.actor = actor
    executor = ExecutorIdentity(of: actor)
  }

  deinit {
    let key = ObjectIdentifier(actor)
    Self.queues.withLock { queues in
      // Another queue may have taken the place of this one since its last reference went.
      if let entry = queues[key], entry.queue == nil { queues[key] = nil }
    }
  }

  static func of(_ actor: any Actor) -> PassQueue {
    if actor === MainActor.shared { return main }
    let key = ObjectIdentifier(actor)
    return queues.withLock { queues in
      if let queue = queues[key]?.queue { return queue }
      let queue = PassQueue(actor)
      queues[key] = WeakQueue(queue: queue)
      return queue
    }
  }

  /// Whether the current code runs on the actor.
  var isCurrent: Bool {
    executor.isCurrent { actor }
  }

  /// Has the observation's pass run in the next turn of the actor.
  func enqueue(_ observation: any Observing) {
    let isFirst = due.withLock { due in
      due.observations.append(observation)
      defer { due.isScheduled = true }
      return !due.isScheduled
    }
    if isFirst { schedule() }
  }

  private func schedule() {
    if actor === MainActor.shared {
      Task.detached { @MainActor in self.runDuePasses() }
    } else {
      Task.detached(operation: job(actor))
    }
  }

  /// Runs what is due now. What becomes due meanwhile waits for the next job, so that other work on the actor gets its
  /// turn.
  private func runDuePasses() {
    var observations = due.withLock { due in
      due.isScheduled = false
      let observations = due.observations
      due.observations = due.spare
      due.spare = []
      return observations
    }
    for observation in observations {
      observation.runDuePass()
    }
    observations.removeAll(keepingCapacity: observations.capacity <= 1024)
    let emptied = observations
    due.withLock { $0.spare = emptied }
  }

  /// A closure isolated to `actor`, so that its task starts there without a hop.
  private func job(_ actor: any Actor) -> Job {
    // Making a closure needs no isolation, only its type does; `assumeIsolated` of the standard library takes the same
    // step from an isolated parameter to a plain one.
    let make: (PassQueue, isolated any Actor) -> Job = Self.isolatedJob
    return unsafe unsafeBitCast(make, to: ((PassQueue, any Actor) -> Job).self)(self, actor)
  }

  private static func isolatedJob(for queue: PassQueue, on actor: isolated any Actor) -> Job {
    isolatedToCaller {
      _ = actor
      queue.runDuePasses()
    }
  }

  private static func isolatedToCaller(@_inheritActorContext(always) _ job: @escaping Job) -> Job {
    job
  }
}

private struct WeakQueue: Sendable {
  weak let queue: PassQueue?
}
