import CObservationRuntime

/// The passes that are due on one isolation: one scheduled job runs them all, in the order in which they became due.
///
/// There is at most one queue for an actor, shared by all its observations, the last of which removes it; and one that does
/// not keep the actor alive, for observations that don't either.
final class PassQueue: Sendable {
  private typealias Job = @isolated(any) @Sendable () async -> Void
  /// A runner that waits. Whoever takes it out of the state resumes it, once.
  private typealias Sleeper = CheckedContinuation<Void, Never>

  /// The task that runs the passes.
  private enum Runner {
    case none
    /// This thread is about to start it.
    case starting(thread: UInt)
    case awake
    case asleep(Sleeper)
  }

  private struct Due {
    var observations: [any Observing] = []
    var runner = Runner.none
    /// No observation uses this queue any more.
    var isClosed = false
  }

  /// Names a queue among all.
  private struct Key: Hashable {
    let actor: ObjectIdentifier
    let keepsActor: Bool
  }

  private static let main = PassQueue(MainActor.shared, keepsActor: true)
  /// The queues of all other actors that have observations, and how many.
  private static let queues = LockedState<Queues>([:])
  private typealias Queues = [Key: (queue: PassQueue, userCount: Int)]

  private let key: Key
  private let keptActor: (any Actor)?
  private weak let knownActor: (any Actor)?
  let executor: ExecutorIdentity
  private let due = LockedState(Due())
  /// Emptied by one turn for the next, so that a steady load allocates nothing.
  // Used by runners only, which are on the actor, one at a time.
  private nonisolated(unsafe) var spare: [any Observing] = []

  private init(_ actor: any Actor, keepsActor: Bool) {
    key = Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)
    keptActor = keepsActor ? actor : nil
    knownActor = keepsActor ? nil : actor
    executor = ExecutorIdentity(of: actor)
  }

  /// Where the passes run; nil when that has not been kept alive.
  var actor: (any Actor)? {
    keptActor ?? knownActor
  }

  /// The queue of an actor, for one observation, which has to `leave()` it.
  static func join(_ actor: any Actor) -> PassQueue {
    join(actor, keepsActor: true)
  }

  /// The queue of an actor that does not keep it alive. When the actor goes, whoever joined must leave.
  static func joinWithoutKeeping(_ actor: any Actor) -> PassQueue {
    join(actor, keepsActor: false)
  }

  private static func join(_ actor: any Actor, keepsActor: Bool) -> PassQueue {
    if actor === MainActor.shared { return main }
    let key = Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)
    if let known = queues.withLock({ joinKnown(actor, key, in: &$0) }) { return known }
    // Made outside the lock: an actor may have written its `unownedExecutor` itself.
    let new = PassQueue(actor, keepsActor: keepsActor)
    // Released outside the lock, too: the queue of an actor that had the same address.
    let (queue, replaced) = queues.withLock { queues -> (PassQueue, replaced: PassQueue?) in
      if let known = joinKnown(actor, key, in: &queues) { return (known, nil) }
      defer { queues[key] = (new, 1) }
      return (new, queues[key]?.queue)
    }
    _ = consume replaced
    return queue
  }

  private static func joinKnown(_ actor: any Actor, _ key: Key, in queues: inout Queues) -> PassQueue? {
    // Out and back in: changing it in place allocates. To look at `actor` can't free it here: the caller holds it.
    guard var entry = queues[key], entry.queue.keptActor != nil || entry.queue.knownActor === actor else { return nil }
    entry.userCount += 1
    queues[key] = entry
    return entry.queue
  }

  /// An observation that joined this queue is over.
  func leave() {
    if self === Self.main { return }
    let isLast = Self.queues.withLock { queues in
      // Its actor is gone, and another has its address.
      guard var entry = queues[key], entry.queue === self else { return true }
      guard entry.userCount > 1 else {
        queues[key] = nil
        return true
      }
      entry.userCount -= 1
      queues[key] = entry
      return false
    }
    if isLast { close() }
  }

  /// Whether an actor has observations.
  static func exists(for actor: any Actor) -> Bool {
    [true, false].contains { keepsActor in
      queues.withLock { $0[Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)] != nil }
    }
  }

  /// Whether the current code runs on the actor.
  var isCurrent: Bool {
    executor.isCurrent { actor }
  }

  /// Has the observation's pass run in the next turn of the actor.
  func enqueue(_ observation: any Observing) {
    let thread = ob_thread_identity()
    let runner = due.withLock { due -> Runner in
      due.observations.append(observation)
      switch due.runner {
      case .none:
        due.runner = .starting(thread: thread)
        return .none
      case .starting(let other) where other != thread && !executor.isDefault:
        // A thread that is held up there must not hold up others; a second runner finds nothing to do.
        due.runner = .starting(thread: thread)
        return .none
      case .asleep(let sleeper):
        due.runner = .awake
        return .asleep(sleeper)
      case .starting, .awake:
        return .awake
      }
    }
    switch runner {
    case .none:
      start()
      due.withLock { due in
        if case .starting(thread) = due.runner { due.runner = .awake }
      }
    case .asleep(let sleeper):
      sleeper.resume()
    case .starting, .awake:
      break
    }
  }

  private func close() {
    let sleeper = due.withLock { due -> Sleeper? in
      due.isClosed = true
      guard case .asleep(let sleeper) = due.runner else { return nil }
      due.runner = .awake
      return sleeper
    }
    sleeper?.resume()
  }

  // MARK: The runner

  /// Starts a runner, which begins with a turn of the actor.
  private func start() {
    if executor.isMain {
      // What the compiler knows to be the main actor is cheaper than what it doesn't.
      Task.detached { @MainActor in self.runTurn() }
    } else if let keptActor {
      Task.detached(operation: job(keptActor))
    } else {
      Task.detached { await self.runWithoutKeepingActor() }
    }
  }

  /// Runs passes for one turn of an actor whose runner does not sleep.
  private func runTurn() {
    runDuePasses()
    if next() == .start { start() }
  }

  /// Runs passes until there is nothing more to do.
  private func run(on actor: isolated any Actor) async {
    while true {
      runDuePasses()
      switch next() {
      case .start: return start()
      case .end: return
      case .sleep: await withCheckedContinuation(isolation: actor) { sleep($0) }
      }
    }
  }

  /// The same from outside the actor, which is kept alive for each turn, and not in between.
  @concurrent
  private func runWithoutKeepingActor() async {
    while let actor = knownActor {
      await runTurn(on: actor)
      _ = consume actor
      switch next() {
      case .start: continue
      case .end: return
      case .sleep: await withCheckedContinuation { sleep($0) }
      }
    }
    // The actor is gone: what is due can't run any more.
    let observations = due.withLock { due in
      due.runner = .none
      let observations = due.observations
      due.observations = []
      return observations
    }
    for observation in observations { observation.cancel() }
  }

  private func runTurn(on actor: isolated any Actor) async {
    runDuePasses()
  }

  private enum Next {
    case start, sleep, end
  }

  private func next() -> Next {
    due.withLock { due in
      // What has become due meanwhile waits for a turn of its own, so that other work on the actor gets one.
      if !due.observations.isEmpty { return .start }
      // To wake a task costs less than to make one, but it comes by way of the global executor. For the actors of the
      // runtime that is no detour; for the main thread, or an executor of somebody's own, it is one thread more.
      if executor.isDefault, !due.isClosed { return .sleep }
      due.runner = .none
      return .end
    }
  }

  private func sleep(_ sleeper: Sleeper) {
    let isNeeded = due.withLock { due in
      if !due.observations.isEmpty || due.isClosed { return true }
      due.runner = .asleep(sleeper)
      return false
    }
    if isNeeded { sleeper.resume() }
  }

  private func runDuePasses() {
    var observations = unsafe spare
    unsafe spare = []
    due.withLock { swap(&observations, &$0.observations) }
    for observation in observations {
      observation.runDuePass()
    }
    observations.removeAll(keepingCapacity: observations.capacity <= 1024)
    unsafe spare = observations
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
      await queue.run(on: actor)
    }
  }

  private static func isolatedToCaller(@_inheritActorContext(always) _ job: @escaping Job) -> Job {
    job
  }
}
