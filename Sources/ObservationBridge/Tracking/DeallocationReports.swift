import CObservationRuntime

/// Reports the deallocations of objects that were read, away from where they are noticed.
///
/// A deallocation is noticed while the lock of the object's registrar is held, and to schedule a pass may run code of the user's: a
/// custom executor's `enqueue`.
enum DeallocationReports {
  struct Report: Sendable {
    let observer: any DependencyObserver
    /// Whether it has read the object itself, and not only a derived value which has.
    let isDirect: Bool
  }

  /// Has the deallocation of an object that this observer has read reported to it soon. Safe to call under any lock.
  static func add(_ observer: any DependencyObserver) {
    add(CollectionOfOne(Report(observer: observer, isDirect: true)))
  }

  /// A look of an observer at what it has read.
  private struct Look {
    let observer: any DependencyObserver
    /// The deallocation of an object that it has read, which was to be reported meanwhile.
    var report: Report?
  }

  /// Runs `body`, in which an observer looks at what it has read.
  ///
  /// - Returns: What `body` does, and what otherwise would have been reported to that observer.
  static func collect<Result>(for observer: any DependencyObserver, _ body: () -> Result) -> (Result, Report?) {
    var look = Look(observer: observer)
    // On the stack for as long as it's the innermost one.
    let result = unsafe withUnsafeMutablePointer(to: &look) { look in
      let outer = unsafe ob_look_current()
      unsafe ob_look_set(look)
      defer { unsafe ob_look_set(outer) }
      return body()
    }
    return (result, look.report)
  }

  /// Whether a report is one for the observer that looks on this thread, which then has got it.
  private static func collect(_ report: Report) -> Bool {
    guard let look = unsafe ob_look_current()?.assumingMemoryBound(to: Look.self),
      unsafe look.pointee.observer === report.observer
    else { return false }
    if unsafe report.isDirect || look.pointee.report == nil { unsafe look.pointee.report = report }
    return true
  }

  /// Has the deallocation of an object reported soon to those who have read it, once to each. Safe to call under any lock.
  static func add(_ reports: some Collection<Report>) {
    let reports = unsafe ob_look_current() == nil ? Array(reports) : reports.filter { !collect($0) }
    if reports.isEmpty { return }
    let queue = ReportQueue.current
    // All at once: between two reports of one deallocation a pass might run, and then another.
    let isFirst = queue.deallocations.withLock { waiting in
      defer { waiting += reports }
      return waiting.isEmpty
    }
    if isFirst { Task.detached { report(queue) } }
  }

  private static func report(_ queue: ReportQueue) {
    let reports = queue.deallocations.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    let direct = Set(reports.lazy.filter(\.isDirect).map { ObjectIdentifier($0.observer) })
    var told: Set<ObjectIdentifier> = []
    for report in reports where told.insert(ObjectIdentifier(report.observer)).inserted {
      report.observer.objectHasDied(isDirect: direct.contains(ObjectIdentifier(report.observer)))
    }
  }
}
