/// What an observation is told of a change at the end of a transaction.
struct HeldReport {
  let observer: any DependencyObserver
  let moment: PassKind
  /// See ``DependencyObserver/dependencyChanged(_:mayRunNow:from:keyPath:)``.
  let mayRunNow: Bool
  let source: ChangeSource
  /// The property; nil where that is not known.
  let keyPath: AnyKeyPath?
  /// The observer's node, if the change was found in the graph.
  let node: GraphNode?

  init(
    _ moment: PassKind,
    to observer: any DependencyObserver,
    mayRunNow: Bool = true,
    from source: ChangeSource,
    _ keyPath: AnyKeyPath?,
    at node: GraphNode? = nil
  ) {
    self.observer = observer
    self.moment = moment
    self.mayRunNow = mayRunNow
    self.source = source
    self.keyPath = keyPath
    self.node = node
  }

  /// Tells the observation. Called outside the lock, on the thread that makes the change.
  ///
  /// - Parameters:
  ///   - place: What was reading on this thread.
  ///   - isLast: Whether it hears no more of what has happened; an immediate pass waits for that.
  func deliver(by place: DependencyGraph.Reading?, isLast: Bool = true) {
    let report = {
      observer.dependencyChanged(moment, mayRunNow: mayRunNow && isLast, from: source) { keyPath }
    }
    if let node, place?.reader == node { GraphReading.whileReportingOwnChange(report) } else { report() }
  }
}
