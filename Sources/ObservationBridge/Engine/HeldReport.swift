/// What an observation is told of a change at the end of a transaction.
struct HeldReport {
  /// Who is told.
  enum Recipient {
    /// An observation that a registrar of the standard library has told. When the report arrives, the value has been stored.
    case observer(any DependencyObserver)
    /// One that was found in the graph.
    case reader(GraphDue)
  }

  let recipient: Recipient
  /// The property; nil where that is not known, or derived values have made the report.
  let keyPath: AnyKeyPath?
  /// The observation's start number.
  private let startNumber: StartNumber

  init(to recipient: Recipient, of keyPath: AnyKeyPath?) {
    self.recipient = recipient
    self.keyPath = keyPath
    startNumber =
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

  /// Tells observations of all changes to what they depend on, in the order in which they were started: an immediate one runs once, when
  /// it knows all. Called outside the lock, on the thread that makes the changes.
  ///
  /// - Parameters:
  ///   - reports: What they are told.
  ///   - moment: What has happened.
  ///   - place: What was reading on this thread.
  static func deliver(_ reports: [HeldReport], at moment: PassKind, by place: DependencyGraph.Reading?) {
    var reports = reports
    let isInOrder = zip(reports, reports.dropFirst()).allSatisfy { $0.startNumber < $1.startNumber }
    if !isInOrder { reports = deliverAllButOne(reports, at: moment, by: place) }
    // Observers of one change are notified together, as they are without a transaction.
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
          UncountedKeyPath.run(for: keyPath) { ChangeReport(moment, $0, by: place).deliver(&readers) }
        } else {
          EnclosingChange.runOfDerivedValues { ChangeReport(moment, nil, by: place).deliver(&readers) }
        }
        readers = GraphDueList()
      }
    }
  }

  /// Makes all reports to each observation but the one that may lead to a pass.
  ///
  /// - Returns: Those, in order.
  private static func deliverAllButOne(
    _ reports: [HeldReport],
    at moment: PassKind,
    by place: DependencyGraph.Reading?
  ) -> [HeldReport] {
    var chosen: [StartNumber: Int] = [:]
    for (index, report) in reports.enumerated() {
      // A derived value need not have changed.
      if report.source.isCertain || chosen[report.startNumber].map({ reports[$0].source.isCertain }) != true {
        chosen[report.startNumber] = index
      }
    }
    for (index, report) in reports.enumerated() where chosen[report.startNumber] != index {
      guard let observer = report.observer else { continue }
      if observer.isInPass {
        // Its pass, which is running, decides what follows from each change.
        report.deliver(at: moment, by: place, mayRunNow: false)
      } else if report.source.isCertain {
        observer.note(report.keyPath, from: report.source)
      }
    }
    return chosen.values.map { reports[$0] }.sorted { $0.startNumber < $1.startNumber }
  }

  /// Nil if it is over.
  private var observer: (any DependencyObserver)? {
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
      guard let keyPath else { return ChangeReport(moment, nil, by: place).tell(reader, mayRunNow: mayRunNow) }
      UncountedKeyPath.run(for: keyPath) { ChangeReport(moment, $0, by: place).tell(reader, mayRunNow: mayRunNow) }
    }
  }
}
