/// Reports the deaths of objects that were read, away from where they are noticed.
///
/// A death is noticed while the lock of the object's registrar is held, and to schedule a pass may run code of the user's: a
/// custom executor's `enqueue`.
enum DeathReports {
  /// Has the death of an object that this observer has read reported to it soon. Safe to call under any lock.
  static func add(_ observer: any DependencyObserver) {
    let queue = ReportQueue.current
    let isFirst = queue.deaths.withLock { observers in
      observers.append(observer)
      return observers.count == 1
    }
    if isFirst { Task.detached { report(queue) } }
  }

  private static func report(_ queue: ReportQueue) {
    let dead = queue.deaths.withLock { observers in
      defer { observers = [] }
      return observers
    }
    for observer in dead { observer.objectHasDied() }
  }
}
