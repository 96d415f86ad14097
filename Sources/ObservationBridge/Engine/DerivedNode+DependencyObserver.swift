extension DerivedNode: DependencyObserver {
  // Each value that reads a property is notified of a change individually. If the values notified later counted as up
  // to date until then, code that runs inside the change would read old values beside new ones. The public backend
  // reports only before the change, which serves the same purpose.
  final var options: ObservationOptions { Tracking.isExact || Tracking.isStandard ? [.willSet, .didSet] : .didSet }

  final var startNumber: StartNumber { .none }

  final var isOnActor: Bool { false }

  final var rechecks: RecheckSchedule.Extent { .once }

  final func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if moment == .deinit { return }
    Self.requireNoComputation()
    if moment == .willSet {
      // A registration replaced inside this very change may still report the beginning of the change, but not its end.
      return Graph.withLock(of: node) { graph in
        if platform != nil { graph.beginChange(behind: node) }
      }
    }
    // The public backend reports values before they are stored; a recheck reports them again afterwards.
    let isUnsettled = !mayRunNow && !Tracking.isStandard
    // A pass now would read the old state and no longer depend on this value, so it must be notified after the store.
    if isUnsettled, node[.isDetached] { return knownPlatform?.scheduleRecheck() ?? () }
    let timing = isUnsettled ? ChangeReport.Timing.beforeStore : .afterStore
    mark(timing, inside: keyPath(), ObservationTransaction.current?.propagation ?? .atOnce)
  }

  // Not deferred: code inside a transaction reads what it has written.
  final func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
  }

  final func receiveRecheck() {
    mark(.recheck, inside: nil, .onceMore)
  }

  private func mark(_ timing: ChangeReport.Timing, inside keyPath: AnyKeyPath?, _ propagation: GraphNode.Propagation) {
    let (node, place) = (node, GraphReading.place)
    var due = GraphDueList()
    Graph.withLock(of: node) { graph in
      node[.isUnsettled] = timing == .beforeStore
      graph.markDirty(node, by: place, propagation, into: &due)
    }
    EnclosingChange.run(of: keyPath) {
      ChangeReport(moment: .didSet, keyPath: nil, place: place, timing: timing).deliver(&due)
    }
  }
}
