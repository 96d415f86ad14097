/// The queues of all actors that have observations: at most one for each, and one that does not keep the actor alive.
enum PassQueues {
  struct Entry {
    let queue: PassQueue
    /// How many observations have joined it. One that nobody uses stays until its runner has ended.
    var userCount: Int
  }

  typealias Entries = [PassQueue.Key: Entry]

  private static let main = PassQueue(MainActor.shared, keepsActor: true)
  /// The queues of all actors but the main actor.
  static let entries = LockedState<Entries>([:])

  static func join(_ actor: any Actor, keepsActor: Bool) -> PassQueue {
    if actor === MainActor.shared { return ExploredRun.current?.mainQueue ?? main }
    let key = PassQueue.Key(actor: ObjectIdentifier(actor), keepsActor: keepsActor)
    if let known = entries.withLock({ joinKnown(actor, key, in: &$0) }) { return known }
    // Made outside the lock: an actor may have written its `unownedExecutor` itself.
    let new = PassQueue(actor, keepsActor: keepsActor)
    // Released outside the lock, too: the queue of an actor that had the same address.
    let (queue, replaced) = entries.withLock { entries -> (PassQueue, replaced: PassQueue?) in
      if let known = joinKnown(actor, key, in: &entries) { return (known, nil) }
      defer { entries[key] = Entry(queue: new, userCount: 1) }
      return (new, entries[key]?.queue)
    }
    _ = consume replaced
    return queue
  }

  private static func joinKnown(_ actor: any Actor, _ key: PassQueue.Key, in entries: inout Entries) -> PassQueue? {
    // Out and back in: changing it in place allocates. To look at `actor` can't free it here: the caller holds it.
    guard var entry = entries[key], entry.queue.serves(actor) else { return nil }
    entry.userCount += 1
    entries[key] = entry
    return entry.queue
  }

  /// An observation that joined the queue is over.
  static func leave(_ queue: PassQueue) {
    if queue.executor.isMain { return }
    let isRemoved = entries.withLock { entries in
      // Its actor has been deallocated, and another has its address.
      guard var entry = entries[queue.key], entry.queue === queue else { return queue.close() }
      entry.userCount -= 1
      entries[queue.key] = entry
      return removeIfUnused(entry, from: &entries)
    }
    if isRemoved { queue.end() }
  }

  /// A runner of the queue has come to its end.
  static func removeIfUnused(_ queue: PassQueue) {
    if queue.executor.isMain { return }
    let isRemoved = entries.withLock { entries in
      guard let entry = entries[queue.key], entry.queue === queue else { return queue.close() }
      return removeIfUnused(entry, from: &entries)
    }
    if isRemoved { queue.end() }
  }

  private static func removeIfUnused(_ entry: Entry, from entries: inout Entries) -> Bool {
    guard entry.userCount == 0, entry.queue.close() else { return false }
    // The caller still holds the queue.
    entries[entry.queue.key] = nil
    return true
  }
}
