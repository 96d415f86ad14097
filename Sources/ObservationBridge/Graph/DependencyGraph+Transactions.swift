import CObservationRuntime

/// Which readings have used a property, for transactions that restore its old value.
extension DependencyGraph {
  /// The numbers of the last readings of these properties, by link. Links of readers that run on other threads are left
  /// out, and so are links to derived values that these properties have marked.
  func readings(of source: GraphNode, _ bits: UInt64, by reading: Reading?) -> [UInt: UInt] {
    var readings: [UInt: UInt] = [:]
    for link in source.readers where link.mask & bits != 0 {
      guard let reader = link.reader else { continue }
      let isKnown = !reader[.isRunning] || reader == reading?.reader
      if reader.role == .derived, reader[.isRunning] || link.hasMarkedReader { continue }
      if isKnown { readings[link.address] = number(of: link, readBy: reader) }
    }
    return readings
  }

  /// Removes marks from derived values if only a transaction has set them, by changes reverted since: the values
  /// needn't be computed. The properties `bits` have their old values, and the properties `changed` have new ones.
  func unmarkDerivedValues(of source: GraphNode, _ bits: UInt64, changed: UInt64, since readings: [UInt: UInt]) {
    for link in source.readers where link.mask & bits != 0 && link.mask & changed == 0 && link.hasMarkedReader {
      guard let reader = link.reader, reader.role == .derived, !reader[.isRunning], !reader[.isHeld],
        readings[link.address] == number(of: link, readBy: reader)
      else { continue }
      link.hasMarkedReader = false
      if reader[.hasMarkedLinks], !reader.dependencies.contains(where: \.hasMarkedReader) {
        reader[.hasMarkedLinks] = false
        // Derived values among its dependencies may have been marked as well.
        reader.mark = .pending
      }
    }
  }

  /// Ends a second reading of a reader's dependencies, between two ordinary readings. Links to sources note its number.
  /// A derived value that has changed meanwhile counts as read with two versions, and so does each one without
  /// `hasReadVersions`. Versions never return: one that is equal now was equal all the time.
  func endReadingOnceMore(_ reader: GraphNode, hasReadVersions: Bool) {
    assert(isMine(reader), Self.wrongLock)
    let reading = ob_next_pass()
    var last: GraphLink?
    while let link = last.map(\.nextDependency) ?? reader.firstDependency {
      if let source = link.derivedSource {
        if !hasReadVersions || !link.versions.haveLast(source.version) { link.versions = link.versions.mixed }
      } else {
        link.reading = reading
      }
      last = link
    }
    end(reader, at: last, narrowing: nil)
  }

  /// The number of a link's last reading. It changes when a running reader ends, which may have read another value.
  private func number(of link: GraphLink, readBy reader: GraphNode) -> UInt {
    reader[.isRunning] ? ~link.reading : link.reading
  }

  /// Marks the observers that have read these properties since then, though the old values are back.
  func markReaders(
    of source: GraphNode,
    _ bits: UInt64,
    since readings: [UInt: UInt],
    by reading: Reading?,
    into due: inout GraphDueList
  ) {
    for link in source.readers where link.mask & bits != 0 {
      guard let reader = link.reader, reader.role == .observer else { continue }
      // The readings of an observer that runs on another thread belong to that thread.
      let isKnown = !reader[.isRunning] || reader == reading?.reader
      if isKnown, readings[link.address] == number(of: link, readBy: reader) { continue }
      if due.appendOnce(reader, from: .model) { reader.mark = .dirty }
    }
    due.sort()
  }
}
