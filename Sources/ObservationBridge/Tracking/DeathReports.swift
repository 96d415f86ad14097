/// Reports the deaths of objects that were read, away from where they are noticed.
///
/// A death is noticed while the lock of the object's registrar is held, and to schedule a pass may run code of the user's: a
/// custom executor's `enqueue`.
enum DeathReports {
  private static let observers = LockedState<[any DependencyObserver]>([])

  /// Has the death of an object that this observer has read reported to it soon. Safe to call under any lock.
  static func add(_ observer: any DependencyObserver) {
    let isFirst = observers.withLock { observers in
      observers.append(observer)
      return observers.count == 1
    }
    if isFirst { Task.detached { report() } }
  }

  private static func report() {
    let dead = observers.withLock { observers in
      defer { observers = [] }
      return observers
    }
    for observer in dead { observer.objectHasDied() }
  }
}
