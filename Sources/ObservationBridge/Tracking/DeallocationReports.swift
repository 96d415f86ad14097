import CObservationRuntime

/// Reports the deallocations of objects, after the code that notices them. A deallocation is noticed while the
/// registrar's lock is held, and to schedule a pass may run user code: a custom executor's `enqueue`.
enum DeallocationReports {
  /// Reports an object's deallocation soon, and once, to each observer that has read it. Safe under any lock.
  static func add(_ observers: [ObserverNode]) {
    let check = Check.ofThread.current
    let observers = observers.filter { observer in
      guard let check, check.value.observer === observer else { return true }
      check.value.hasReport = true
      return false
    }
    if observers.isEmpty { return }
    let queue = ReportQueue.current
    // All reports of one deallocation are made together, so that no pass runs between two of them.
    let isFirst = queue.deallocations.withLock { waiting in
      defer { waiting += observers }
      return waiting.isEmpty
    }
    if isFirst { Task.detached { report(queue) } }
  }

  private static func report(_ queue: ReportQueue) {
    let observers = queue.deallocations.withLock { exchange(&$0, with: []) }
    var notified: Set<ObjectIdentifier> = []
    for observer in observers where notified.insert(ObjectIdentifier(observer)).inserted {
      observer.dependencyChanged(.deinit, mayRunNow: false, from: .platform) { nil }
    }
  }

  // MARK: Deallocations during a check

  /// A check of an observer's derived values, which decides whether a pass has to run.
  private struct Check {
    let observer: ObserverNode
    var hasReport = false

    static var ofThread: ThreadPointer<Check> { ThreadPointer(pointer: ob_current_check) }
  }

  /// Runs `body`, which checks an observer's derived values. A derived value that creates models releases the former
  /// ones when it's computed. The next pass reads the new ones; a report would only lead to another pass with equal
  /// reads. Returns what `body` does, and whether an object read by the observer was deallocated meanwhile.
  static func collect<Result>(for observer: ObserverNode, _ body: () -> Result) -> (Result, hasReport: Bool) {
    var check = Check(observer: observer)
    let result = Check.ofThread.run(with: &check, body)
    return (result, check.hasReport)
  }
}
