/// The queues of all actors with observations: for each actor one at most, and one that doesn't keep the actor alive.
enum PassQueues {
  private static let main = PassQueue(MainActor.shared, keepsActor: true)
  /// The queues of all actors but the main actor.
  static let entries = LockedState<[PassQueue.Key: PassQueue]>([:])

  /// Returns the queue of an actor for one more observation, which has to call ``PassQueue/leave(abandoningDuePass:)``.
  /// Without `keepsActor`, the queue doesn't keep the actor alive, and observations leave when the actor is deallocated.
  static func join(_ actor: any Actor, keepsActor: Bool = true) -> PassQueue {
    if actor === MainActor.shared { return ExploredRun.current?.mainQueue ?? main }
    let key = PassQueue.Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)
    if let known = entries.withLock({ joinKnown(actor, key, in: $0) }) { return known }
    // Made outside the lock: an actor's `unownedExecutor` may be user code.
    let new = PassQueue(actor, keepsActor: keepsActor)
    // Released outside the lock, too: this may be the queue of a deallocated actor with the same address.
    let (queue, replaced) = entries.withLock { entries -> (PassQueue, replaced: PassQueue?) in
      if let known = joinKnown(actor, key, in: entries) { return (known, nil) }
      new.userCount = 1
      return (new, entries.updateValue(new, forKey: key))
    }
    _ = consume replaced
    return queue
  }

  private static func joinKnown(
    _ actor: any Actor,
    _ key: PassQueue.Key,
    in entries: [PassQueue.Key: PassQueue]
  ) -> PassQueue? {
    // The caller retains `actor`, so nothing is freed.
    guard let queue = entries[key], queue.serves(actor) else { return nil }
    queue.userCount += 1
    return queue
  }

  /// Called at the end of a runner of the queue, and, with a count of 1, of an observation that has joined the queue.
  static func removeIfUnused(_ queue: PassQueue, leaving count: Int = 0) {
    if queue.executor.isMain { return }
    let isRemoved = entries.withLock { entries in
      // Otherwise the queue's actor was deallocated, and another actor may have its address.
      guard entries[queue.key] === queue else { return queue.close() }
      queue.userCount -= count
      guard queue.userCount == 0, queue.close() else { return false }
      // The caller still holds the queue.
      entries[queue.key] = nil
      return true
    }
    if isRemoved { queue.end() }
  }
}
