import CObservationRuntime

/// Which readings have used a property, for transactions that restore its old value.
extension DependencyGraph {
  /// The numbers of the last readings of these properties, by link. Links of readers that run on other threads are left
  /// out, and so are links to derived values that these properties have marked.
  func readings(of source: GraphNode, _ bits: UInt64, by reading: Reading?) -> [UInt: UInt] {
    var readings: [UInt: UInt] = [:]
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard link.mask & bits != 0, let reader = link.reader else { continue }
      let isKnown = !reader.isRunning || reader == reading?.reader
      if reader.role == .derived, reader.isRunning || link.hasMarkedReader { continue }
      if isKnown { readings[link.address] = number(of: link, readBy: reader) }
    }
    return readings
  }

  /// Removes marks from derived values if only a transaction has set them, by changes that it has reverted: the values
  /// needn't be computed.
  ///
  /// - Parameters:
  ///   - source: The model.
  ///   - bits: Properties with their old values.
  ///   - changed: Properties with new values at the end of the transaction.
  ///   - readings: The readings before the transaction: see ``readings(of:_:by:)``.
  func unmarkDerivedValues(of source: GraphNode, _ bits: UInt64, changed: UInt64, since readings: [UInt: UInt]) {
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard link.mask & bits != 0, link.mask & changed == 0, link.hasMarkedReader, let reader = link.reader,
        reader.role == .derived, !reader.isRunning, !reader.isHeld,
        readings[link.address] == number(of: link, readBy: reader)
      else { continue }
      link.hasMarkedReader = false
      if reader.hasMarkedLinks, !hasMarkedLink(reader) {
        reader.hasMarkedLinks = false
        // Derived values among its dependencies may have been marked as well.
        reader.mark = .pending
      }
    }
  }

  private func hasMarkedLink(_ reader: GraphNode) -> Bool {
    var next = reader.firstDependency
    while let link = next {
      if link.hasMarkedReader { return true }
      next = link.nextDependency
    }
    return false
  }

  /// Begins a second reading of a reader's dependencies, between two ordinary readings.
  ///
  /// - Returns: A count for ``endReadingOnceMore(_:_:)``, which is equal there if no derived value has changed in
  ///   between; nil if a derived value has already changed.
  func beginReadingOnceMore(_ reader: GraphNode) -> UInt64? {
    assert(isMine(reader), Self.wrongLock)
    reader.isRunning = true
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      if let source = link.source, source.role == .derived, source.version != link.versions.last { return nil }
    }
    return versionCount(readBy: reader)
  }

  /// The number of versions so far, over all derived values among a reader's dependencies.
  private func versionCount(readBy reader: GraphNode) -> UInt64 {
    var count: UInt64 = 0
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      if let source = link.source, source.role == .derived { count &+= UInt64(source.version) }
    }
    return count
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

  /// The number of a link's last reading. It changes when a running reader ends, since that reader may have read
  /// another value meanwhile.
  private func number(of link: GraphLink, readBy reader: GraphNode) -> UInt {
    reader.isRunning ? ~link.reading : link.reading
  }

  /// Marks the observers that have read these properties during the transaction, though the properties have their old
  /// values again.
  func markReaders(
    of source: GraphNode,
    _ bits: UInt64,
    since readings: [UInt: UInt],
    by reading: Reading?,
    into due: inout GraphDueList
  ) {
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard link.mask & bits != 0, let reader = link.reader, reader.role == .observer else { continue }
      // The readings of an observer that runs on another thread belong to that thread.
      let isKnown = !reader.isRunning || reader == reading?.reader
      if isKnown, readings[link.address] == number(of: link, readBy: reader) { continue }
      if due.appendOnce(reader, from: .model) { reader.mark = .dirty }
    }
    due.sort()
  }
}
