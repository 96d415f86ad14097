/// A notification of a change, deferred until the end of a transaction.
struct DeferredReport {
  enum Recipient {
    /// Notified by a registrar of the standard library. By the end of the transaction, the value has been stored.
    case observer(ObserverNode)
    /// An observer found in the graph.
    case reader(GraphDue)
  }

  let recipient: Recipient
  /// The changed property. Nil if it isn't known, or if derived values make the report.
  let keyPath: AnyKeyPath?

  private var startNumber: StartNumber {
    switch recipient {
    case .observer(let observer): observer.startNumber
    case .reader(let reader): reader.startNumber
    }
  }

  private var source: ChangeSource {
    switch recipient {
    case .observer: .platform
    case .reader(let reader): reader.source
    }
  }

  /// Notifies observations of all changes in the order in which they were started. An immediate observation runs one
  /// pass, when it has been notified of every change. Called without the lock, on the thread of the transaction.
  static func deliver(_ reports: [DeferredReport], at moment: PassKind, by place: DependencyGraph.Reading?) {
    var reports = reports
    let isInOrder = zip(reports, reports.dropFirst()).allSatisfy { $0.startNumber < $1.startNumber }
    if !isInOrder { reports = deliverAllButOne(reports, at: moment, by: place) }
    // Observers of one change are notified together, as without a transaction.
    var readers = GraphDueList()
    for (index, report) in reports.enumerated() {
      switch report.recipient {
      case .observer:
        report.deliver(at: moment, by: place, mayRunNow: true)
      case .reader(let reader):
        readers.append(reader)
        let next = index + 1 < reports.count ? reports[index + 1] : nil
        if case .reader? = next?.recipient, next?.keyPath === report.keyPath { continue }
        if let keyPath = report.keyPath {
          UncountedKeyPath.run(for: keyPath) {
            ChangeReport(moment: moment, keyPath: $0, place: place).deliver(&readers)
          }
        } else {
          EnclosingChange.runOfDerivedValues {
            ChangeReport(moment: moment, keyPath: nil, place: place).deliver(&readers)
          }
        }
        readers = GraphDueList()
      }
    }
  }

  /// Makes all reports to each observation but the one that may start a pass. Returns these, in order.
  private static func deliverAllButOne(
    _ reports: [DeferredReport],
    at moment: PassKind,
    by place: DependencyGraph.Reading?
  ) -> [DeferredReport] {
    var chosen: [StartNumber: Int] = [:]
    for (index, report) in reports.enumerated() {
      // A derived value need not have changed, so a property's report is preferred.
      if report.source.isCertain || chosen[report.startNumber].map({ reports[$0].source.isCertain }) != true {
        chosen[report.startNumber] = index
      }
    }
    for (index, report) in reports.enumerated() where chosen[report.startNumber] != index {
      guard let observer = report.observer else { continue }
      if observer.isInPass {
        // The running pass decides what follows from each change.
        report.deliver(at: moment, by: place, mayRunNow: false)
      } else if report.source.isCertain {
        observer.note(report.keyPath, from: report.source)
      }
    }
    return chosen.values.map { reports[$0] }.sorted { $0.startNumber < $1.startNumber }
  }

  /// Nil if the observation has ended.
  private var observer: ObserverNode? {
    switch recipient {
    case .observer(let observer): observer
    case .reader(let reader): reader.owner?.asObserver
    }
  }

  private func deliver(at moment: PassKind, by place: DependencyGraph.Reading?, mayRunNow: Bool) {
    switch recipient {
    case .observer(let observer):
      observer.dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform) { keyPath }
    case .reader(let reader):
      let notify = { (keyPath: UncountedKeyPath?) in
        ChangeReport(moment: moment, keyPath: keyPath, place: place).notify(reader, mayRunNow: mayRunNow)
      }
      if let keyPath { UncountedKeyPath.run(for: keyPath, notify) } else { notify(nil) }
    }
  }
}
