/// Reports the deaths of objects that were read, away from where they are noticed.
///
/// A death is noticed while the lock of the object's registrar is held, and to schedule a pass may run code of the user's: a
/// custom executor's `enqueue`.
enum DeathReports {
  /// Has the death of an object that this observer has read reported to it soon. Safe to call under any lock.
  static func add(_ observer: any DependencyObserver) {
    add(CollectionOfOne(observer))
  }

  /// Has the death of an object reported soon to those who have read it, once to each. Safe to call under any lock.
  static func add(_ observers: some Collection<any DependencyObserver>) {
    if observers.isEmpty { return }
    let queue = ReportQueue.current
    // All at once: between two reports of one death a pass might run, and then another.
    let isFirst = queue.deaths.withLock { waiting in
      defer { waiting += observers }
      return waiting.isEmpty
    }
    if isFirst { Task.detached { report(queue) } }
  }

  private static func report(_ queue: ReportQueue) {
    let observers = queue.deaths.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    var told: Set<ObjectIdentifier> = []
    for observer in observers where told.insert(ObjectIdentifier(observer)).inserted { observer.objectHasDied() }
  }
}
