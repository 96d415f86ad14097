import CObservationRuntime

/// The passes that are due on one isolation. One scheduled job runs all of them, in the order in which they became due.
///
/// An actor has at most one queue, shared by its observations; the last observation removes it. A second queue, which
/// doesn't keep the actor alive, serves observations that don't either.
// Unchecked: only the runner uses `spare`, on the actor, and the lock of `PassQueues` guards `userCount`.
final class PassQueue: @unchecked Sendable {
  private typealias Job = @isolated(any) @Sendable () async -> Void

  private enum Runner {
    case none
    /// This thread is about to start the runner.
    case starting(thread: UInt)
    case awake
    /// The code that takes the task out of the state resumes it, once.
    case asleep(SuspendedTask)
  }

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
  /// The number of observations that have joined. An unused queue stays until its runner has ended.
  var userCount = 0
  private let due = LockedState(Due())
  /// The memory of the previous turn's list, reused so that a steady load allocates nothing.
  private var spare = DuePasses()

  init(_ actor: any Actor, keepsActor: Bool) {
    key = Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)
    keptActor = keepsActor ? actor : nil
    knownActor = keepsActor ? nil : actor
    executor = ExecutorIdentity(of: actor)
  }

  /// The actor of the passes; nil once an actor that isn't kept alive was deallocated.
  var actor: (any Actor)? {
    keptActor ?? knownActor
  }

  /// Whether this is the queue of this actor, and not of a deallocated actor with the same address.
  func serves(_ actor: any Actor) -> Bool {
    keptActor != nil || knownActor === actor
  }

  /// Called at the end of an observation in this queue, which may still hold the due pass.
  func leave(abandoningDuePass: Bool) {
    if abandoningDuePass {
      let waiting = due.withLock { $0.passes.abandonOne() }
      let over = Set(waiting.filter(\.isReleased).map { ObjectIdentifier($0) })
      // The observations are freed outside the lock.
      if !over.isEmpty { withExtendedLifetime(waiting) { due.withLock { $0.passes.remove(over) } } }
    }
    PassQueues.removeIfUnused(self, leaving: 1)
  }

  /// Closes the queue, which no observation uses any more. Returns false while a runner is awake, which tries again at
  /// its end. Called with the lock of `PassQueues`.
  func close() -> Bool {
    due.withLock(isInner: true) { due in
      switch due.runner {
      case .none, .asleep: due.isClosed = true
      case .starting, .awake: break
      }
      return due.isClosed
    }
  }

  /// Ends the runner of a queue that has been closed.
  func end() {
    let sleeper = due.withLock { due -> SuspendedTask? in
      guard case .asleep(let sleeper) = due.runner else { return nil }
      due.runner = .awake
      return sleeper
    }
    sleeper?.resume()
  }

  var isCurrent: Bool {
    executor.isCurrent { actor }
  }

  /// Schedules the due pass of an observation for the next turn of the actor, or the release of its closure if it has
  /// ended. `change` has made the pass due, as far as it's known.
  func enqueue(_ observation: PassRunner, dueTo change: DueChange?) {
    let thread = ob_thread_identity()
    let runner = due.withLock { due -> Runner in
      due.passes.append(observation, dueTo: change)
      switch due.runner {
      case .none:
        due.runner = .starting(thread: thread)
        return .none
      case .starting(let other) where other != thread && !executor.isDefault:
        // A thread delayed at this point must not delay others: they start a second runner, which finds no work.
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

  /// Starts a runner, whose first turn is a turn of the actor.
  private func start() {
    if executor.isMain {
      // A closure with static main-actor isolation is cheaper than one with dynamic isolation.
      Task.detached { @MainActor in self.runTurn() }
    } else if let keptActor {
      Task.detached(operation: job(keptActor))
    } else {
      Task.detached { await self.runWithoutKeepingActor() }
    }
  }

  /// Runs the passes of one turn, for an actor whose runner doesn't sleep.
  private func runTurn() {
    runDuePasses()
    if next() == .start { start() }
  }

  private func run(on actor: isolated any Actor) async {
    while true {
      runDuePasses()
      switch next() {
      case .start: return start()
      case .end: return
      case .sleep: await SuspendedTask.suspend(isolation: actor) { sleep($0) }
      }
    }
  }

  /// Runs passes from outside the actor. The runner keeps the actor alive during each turn, and not between turns.
  @concurrent
  private func runWithoutKeepingActor() async {
    while let actor = knownActor {
      await runTurn(on: actor)
      _ = consume actor
      switch next() {
      case .start: continue
      case .end: return
      case .sleep: await SuspendedTask.suspend(isolation: nil) { sleep($0) }
      }
    }
    // The actor was deallocated, so the due passes can't run any more.
    let passes = due.withLock { due in
      due.runner = .none
      return exchange(&due.passes, with: DuePasses())
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
      // Passes that became due meanwhile wait for the next turn, so that the actor can run other work between.
      if !due.passes.isEmpty { return .start }
      // To wake a task costs less than to create one, but the task resumes on the global executor first. For actors
      // with the default executor this is no detour; for the main thread, or a custom executor, it takes another
      // thread.
      if executor.isDefault, !due.isClosed { return .sleep }
      due.runner = .none
      return .end
    }
    // The last observation of the queue may have left during this turn.
    if next == .end { PassQueues.removeIfUnused(self) }
    return next
  }

  /// Keeps the suspended runner until a pass is due. Returns false if one is due already.
  private func sleep(_ sleeper: SuspendedTask) -> Bool {
    let sleeps = due.withLock { due in
      // The queue can't be closed while its runner is awake.
      if !due.passes.isEmpty { return false }
      due.runner = .asleep(sleeper)
      return true
    }
    if sleeps { PassQueues.removeIfUnused(self) }
    return sleeps
  }

  private func runDuePasses() {
    var passes = DuePasses()
    swap(&passes, &spare)
    due.withLock { swap(&$0.passes, &passes) }
    passes.run()
    swap(&passes, &spare)
  }

  /// A closure isolated to `actor`: its task starts on the actor, without a hop.
  private func job(_ actor: any Actor) -> Job {
    // Only the closure's type involves isolation. The standard library's `assumeIsolated` converts likewise.
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
