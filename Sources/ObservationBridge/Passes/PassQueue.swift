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

  /// Names a queue among all.
  struct Key: Hashable {
    let actor: ObjectIdentifier
    let keepsActor: Bool
  }

  private struct Due {
    var passes = DuePasses()
    var runner = Runner.none
    /// No observation uses this queue any more.
    var isClosed = false
  }

  let key: Key
  private let keptActor: (any Actor)?
  private weak let knownActor: (any Actor)?
  let executor: ExecutorIdentity
  private let due = LockedState(Due())
  /// Emptied by one turn for the next, so that a steady load allocates nothing.
  // Used by runners only, which are on the actor, one at a time.
  private nonisolated(unsafe) var spare = DuePasses()

  init(_ actor: any Actor, keepsActor: Bool) {
    key = Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)
    keptActor = keepsActor ? actor : nil
    knownActor = keepsActor ? nil : actor
    executor = ExecutorIdentity(of: actor)
  }

  /// Where the passes run; nil when that has not been kept alive.
  var actor: (any Actor)? {
    keptActor ?? knownActor
  }

  /// Whether this is the queue of an actor that is alive, and not of one that had the same address.
  func serves(_ actor: any Actor) -> Bool {
    keptActor != nil || knownActor === actor
  }

  /// The queue of an actor, for one observation, which has to `leave` it.
  static func join(_ actor: any Actor) -> PassQueue {
    PassQueues.join(actor, keepsActor: true)
  }

  /// The queue of an actor that does not keep it alive. When the actor goes, whoever joined must leave.
  static func joinWithoutKeeping(_ actor: any Actor) -> PassQueue {
    PassQueues.join(actor, keepsActor: false)
  }

  /// An observation that joined this queue is over.
  ///
  /// - Parameter abandoningDuePass: Whether it was due, so that this queue still holds it.
  func leave(abandoningDuePass: Bool) {
    if abandoningDuePass {
      let over = due.withLock { $0.passes.abandonOne() }
      // Released outside the lock.
      _ = consume over
    }
    PassQueues.leave(self)
  }

  /// Closes the queue, which no observation uses any more; false while a runner is under way, who will ask again.
  ///
  /// Called with the lock of `PassQueues`.
  func close() -> Bool {
    due.withLock { due in
      switch due.runner {
      case .none, .asleep: due.isClosed = true
      case .starting, .awake: break
      }
      return due.isClosed
    }
  }

  /// Ends the runner of a queue that has been closed.
  func end() {
    let sleeper = due.withLock { due -> Sleeper? in
      guard case .asleep(let sleeper) = due.runner else { return nil }
      due.runner = .awake
      return sleeper
    }
    sleeper?.resume()
  }

  /// Whether the current code runs on the actor.
  var isCurrent: Bool {
    executor.isCurrent { actor }
  }

  /// Has the observation's pass run in the next turn of the actor.
  ///
  /// - Parameters:
  ///   - observation: What is due, or is over and waits for a turn to let go of its closure in.
  ///   - change: What has made it due, as far as that is known.
  func enqueue(_ observation: any Observing, dueTo change: DueChange?) {
    let thread = ob_thread_identity()
    let runner = due.withLock { due -> Runner in
      due.passes.append(observation, dueTo: change)
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

  /// Runs passes from outside the actor, which is kept alive during each turn, and not in between.
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
    // The actor has been deallocated: what is due can't run any more.
    let passes = due.withLock { due in
      due.runner = .none
      return due.passes.take(leaving: DuePasses())
    }
    passes.end()
    PassQueues.removeIfUnused(self)
  }

  private func runTurn(on actor: isolated any Actor) async {
    runDuePasses()
  }

  private enum Next {
    case start, sleep, end
  }

  private func next() -> Next {
    let next = due.withLock { due -> Next in
      // What has become due meanwhile waits for a turn of its own, so that other work on the actor gets one.
      if !due.passes.isEmpty { return .start }
      // To wake a task costs less than to make one, but it comes by way of the global executor. For the actors of the
      // runtime that is no detour; for the main thread, or an executor of somebody's own, it is one thread more.
      if executor.isDefault, !due.isClosed { return .sleep }
      due.runner = .none
      return .end
    }
    // Its last observation may have left while this turn was under way.
    if next == .end { PassQueues.removeIfUnused(self) }
    return next
  }

  private func sleep(_ sleeper: Sleeper) {
    let isNeeded = due.withLock { due in
      // Nobody closes the queue while its runner is awake.
      if !due.passes.isEmpty { return true }
      due.runner = .asleep(sleeper)
      return false
    }
    if isNeeded { sleeper.resume() } else { PassQueues.removeIfUnused(self) }
  }

  private func runDuePasses() {
    let empty = unsafe spare
    unsafe spare = DuePasses()
    var passes = due.withLock { $0.passes.take(leaving: empty) }
    passes.run()
    unsafe spare = passes
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
