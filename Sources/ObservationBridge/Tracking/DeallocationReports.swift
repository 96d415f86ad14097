import CObservationRuntime

/// Reports the deallocations of objects that were read, away from where they are noticed.
///
/// A deallocation is noticed while the lock of the object's registrar is held, and to schedule a pass may run code of the user's: a
/// custom executor's `enqueue`.
enum DeallocationReports {
  /// Has the deallocation of an object that this observer has read reported to it soon. Safe to call under any lock.
  static func add(_ observer: any DependencyObserver) {
    add([observer])
  }

  /// Has the deallocation of an object reported soon to those who have read it, once to each. Safe to call under any lock.
  static func add(_ observers: [any DependencyObserver]) {
    let observers = unsafe ob_check_current() == nil ? observers : observers.filter { !isCollected(for: $0) }
    if observers.isEmpty { return }
    let queue = ReportQueue.current
    // All at once: between two reports of one deallocation a pass might run, and then another.
    let isFirst = queue.deallocations.withLock { waiting in
      defer { waiting += observers }
      return waiting.isEmpty
    }
    if isFirst { Task.detached { report(queue) } }
  }

  private static func report(_ queue: ReportQueue) {
    let observers = queue.deallocations.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    var notified: Set<ObjectIdentifier> = []
    for observer in observers where notified.insert(ObjectIdentifier(observer)).inserted {
      observer.objectWasDeallocated()
    }
  }

  // MARK: Deallocations during a check

  /// A check of an observer's derived values, which decides whether a pass has to run.
  private struct Check {
    let observer: any DependencyObserver
    var hasReport = false
  }

  /// Runs `body`, which checks an observer's derived values.
  ///
  /// A value that makes models releases the former ones when it's computed. The pass that follows reads the new ones: a report would only lead
  /// to another pass, which reads the same.
  ///
  /// - Returns: What `body` does, and whether an object that the observer has read was deallocated meanwhile.
  static func collect<Result>(for observer: any DependencyObserver, _ body: () -> Result) -> (Result, hasReport: Bool) {
    var check = Check(observer: observer)
    // On the stack for as long as it's the innermost one.
    let result = unsafe withUnsafeMutablePointer(to: &check) { check in
      let outer = unsafe ob_check_current()
      unsafe ob_check_set(check)
      defer { unsafe ob_check_set(outer) }
      return body()
    }
    return (result, check.hasReport)
  }

  private static func isCollected(for observer: any DependencyObserver) -> Bool {
    guard let check = unsafe ob_check_current()?.assumingMemoryBound(to: Check.self),
      unsafe check.pointee.observer === observer
    else { return false }
    unsafe check.pointee.hasReport = true
    return true
  }
}
