extension DerivedNode: DependencyObserver {
  final var options: ObservationOptions { .didSet }

  final var startNumber: StartNumber { .none }

  final var isOnActor: Bool { false }

  final var secondReports: SecondReportSchedule.Extent { .once }

  final func dependencyChanged(
    _ moment: PassKind,
    mayRunNow: Bool,
    from source: ChangeSource,
    keyPath: () -> AnyKeyPath?
  ) {
    if moment == .deinit { return }
    Self.checkThatNoneIsComputed()
    // What has not been stored yet, which the public backend reports, is reported once more.
    let isUnsettled = !mayRunNow && !Tracking.isStandard
    // Who would read anew now would depend on this no more, and wouldn't hear of that.
    if isUnsettled, node.isOrphaned { return knownPlatform?.reportOnceMore(to: self) ?? () }
    mark(isUnsettled: isUnsettled, inside: keyPath())
  }

  // Not held back: code inside a transaction reads what it has written.
  final func platformChanged(_ moment: PassKind, mayRunNow: Bool, keyPath: () -> AnyKeyPath?) {
    dependencyChanged(moment, mayRunNow: mayRunNow, from: .platform, keyPath: keyPath)
  }

  final func receiveSecondReport() {
    mark(isUnsettled: false, inside: nil)
  }

  private func mark(isUnsettled: Bool, inside keyPath: AnyKeyPath?) {
    let node = node
    var due = GraphDueList()
    Graph.withLock(of: node) { graph in
      node.isUnsettled = isUnsettled
      graph.markDirty(node, ObservationTransaction.current?.telling ?? .atOnce, into: &due)
    }
    EnclosingChange.run(of: keyPath) {
      ChangeReport(.didSet, nil, by: GraphReading.place, isAhead: isUnsettled).deliver(&due)
    }
  }
}
