extension DerivedNode: DependencyObserver {
  // Each value that reads a property is told of a change by itself. If the others counted as up to date until then, code that runs inside the
  // change would read old values beside new ones. The public backend reports before the change alone, which serves the same purpose.
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
    Self.checkThatNoneIsComputed()
    if moment == .willSet {
      // A registration that has been replaced inside this very change may still report its beginning, but not its end.
      return Graph.withLock(of: node) { graph in
        if platform != nil { graph.beginChange(behind: node) }
      }
    }
    // What has not been stored yet, which the public backend reports, is reported once more.
    let isUnsettled = !mayRunNow && !Tracking.isStandard
    // An observer that read again now would no longer depend on this value, and wouldn't be notified.
    if isUnsettled, node.isDetached { return knownPlatform?.reportOnceMore(to: self) ?? () }
    mark(isUnsettled: isUnsettled, inside: keyPath(), ObservationTransaction.current?.telling ?? .atOnce)
  }

  // Not held back: code inside a transaction reads what it has written.
  final func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
  }

  final func receiveRecheck() {
    mark(isUnsettled: false, inside: nil, .onceMore)
  }

  private func mark(isUnsettled: Bool, inside keyPath: AnyKeyPath?, _ telling: GraphNode.Telling) {
    let (node, place) = (node, GraphReading.place)
    var due = GraphDueList()
    Graph.withLock(of: node) { graph in
      node.isUnsettled = isUnsettled
      graph.markDirty(node, by: place, telling, into: &due)
    }
    EnclosingChange.run(of: keyPath) {
      ChangeReport(.didSet, nil, by: place, isAhead: isUnsettled).deliver(&due)
    }
  }
}
