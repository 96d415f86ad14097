/// A notification of a change, deferred until the end of a transaction.
struct DeferredReport {
  let observer: ObserverNode
  /// `.platform` for a report by a registrar of the standard library, which has stored the value by the end of the
  /// transaction.
  let source: ChangeSource
  /// The changed property. Nil if it isn't known, or if derived values make the report.
  let keyPath: AnyKeyPath?

  private var startNumber: StartNumber { observer.startNumber }

  /// The notification by the graph; nil if a registrar of the standard library reports the change.
  private var due: GraphDue? { source == .platform ? nil : GraphDue(observer.node, from: source) }

  /// Notifies observations of all changes in the order in which they were started. An immediate observation runs one
  /// pass, when it has been notified of every change. Called without the lock, on the thread of the transaction.
  static func deliver(_ reports: [DeferredReport], at moment: PassKind) {
    var reports = reports
    let isInOrder = zip(reports, reports.dropFirst()).allSatisfy { $0.startNumber < $1.startNumber }
    if !isInOrder { reports = deliverAllButOne(reports, at: moment) }
    // Observers of one change are notified together, as without a transaction.
    var readers = GraphDueList()
    for (index, report) in reports.enumerated() {
      guard let reader = report.due else {
        report.deliver(at: moment, mayRunNow: true)
        continue
      }
      readers.append(reader)
      let next = index + 1
      if next < reports.count, reports[next].source != .platform, reports[next].keyPath === report.keyPath { continue }
      report.withChangeReport(at: moment) { $0.deliver(&readers) }
      readers = GraphDueList()
    }
  }

  /// Makes all reports to each observation but the one that may start a pass. Returns these, in order.
  private static func deliverAllButOne(_ reports: [DeferredReport], at moment: PassKind) -> [DeferredReport] {
    var chosen: [StartNumber: Int] = [:]
    for (index, report) in reports.enumerated() {
      // A derived value need not have changed, so a property's report is preferred.
      if report.source.isCertain || chosen[report.startNumber].map({ reports[$0].source.isCertain }) != true {
        chosen[report.startNumber] = index
      }
    }
    for (index, report) in reports.enumerated() where chosen[report.startNumber] != index {
      if report.observer.isInPass {
        // The running pass decides what follows from each change.
        report.deliver(at: moment, mayRunNow: false)
      } else if report.source.isCertain {
        report.observer.note(report.keyPath, from: report.source)
      }
    }
    return chosen.values.map { reports[$0] }.sorted { $0.startNumber < $1.startNumber }
  }

  private func deliver(at moment: PassKind, mayRunNow: Bool) {
    guard let due else {
      return observer.dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform) { keyPath }
    }
    withChangeReport(at: moment) { $0.notify(due, mayRunNow: mayRunNow) }
  }

  private func withChangeReport(at moment: PassKind, _ body: (ChangeReport) -> Void) {
    if let keyPath {
      UncountedKeyPath.run(for: keyPath) { body(ChangeReport(moment: moment, keyPath: $0)) }
    } else {
      EnclosingChange.runOfDerivedValues { body(ChangeReport(moment: moment, keyPath: nil)) }
    }
  }
}
