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

  /// Begins a second reading of a reader's dependencies, between two ordinary readings. Returns a count for
  /// ``endReadingOnceMore(_:_:)``, which is equal there if no derived value has changed in between; nil if a derived
  /// value has already changed.
  func beginReadingOnceMore(_ reader: GraphNode) -> UInt64? {
    assert(isMine(reader), Self.wrongLock)
    reader[.isRunning] = true
    for link in reader.dependencies {
      if let source = link.derivedSource, !link.versions.haveLast(source.version) { return nil }
    }
    return versionCount(readBy: reader)
  }

  /// The number of versions so far, over all derived values among a reader's dependencies.
  private func versionCount(readBy reader: GraphNode) -> UInt64 {
    reader.dependencies.reduce(0) { $0 &+ UInt64($1.derivedSource?.version ?? 0) }
  }

  /// Ends a reading that ``beginReadingOnceMore(_:)`` has begun. Links to sources note its number. If a derived value
  /// has changed meanwhile, links to derived values count as read with two versions.
  func endReadingOnceMore(_ reader: GraphNode, _ versionCount: UInt64?) {
    assert(isMine(reader), Self.wrongLock)
    let areTheSame = versionCount == self.versionCount(readBy: reader)
    let reading = ob_next_pass()
    var last: GraphLink?
    while let link = last.map(\.nextDependency) ?? reader.firstDependency {
      if link.source?.role != .derived {
        link.reading = reading
      } else if !areTheSame {
        link.versions = link.versions.mixed
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
