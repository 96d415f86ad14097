/// Reports the deaths of objects that were read, away from where they are noticed.
///
/// A death is noticed while the lock of the object's registrar is held, and to schedule a pass may run code of the user's: a
/// custom executor's `enqueue`.
enum DeathReports {
  struct Report: Sendable {
    let observer: any DependencyObserver
    /// Whether it has read the object itself, and not only a derived value which has.
    let isDirect: Bool
  }

  /// Has the death of an object that this observer has read reported to it soon. Safe to call under any lock.
  static func add(_ observer: any DependencyObserver) {
    add(CollectionOfOne(Report(observer: observer, isDirect: true)))
  }

  /// Has the death of an object reported soon to those who have read it, once to each. Safe to call under any lock.
  static func add(_ reports: some Collection<Report>) {
    if reports.isEmpty { return }
    let queue = ReportQueue.current
    // All at once: between two reports of one death a pass might run, and then another.
    let isFirst = queue.deaths.withLock { waiting in
      defer { waiting += reports }
      return waiting.isEmpty
    }
    if isFirst { Task.detached { report(queue) } }
  }

  private static func report(_ queue: ReportQueue) {
    let reports = queue.deaths.withLock { waiting in
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
