import CObservationRuntime

/// What observations have read, for transactions that give properties their old values again.
extension DependencyGraph {
  /// The last reading of each link to these properties. Links of readers that are running elsewhere are left out, and so are links to derived
  /// values that these properties have marked.
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

  /// Derived values that only a transaction has marked, by changes that it has taken back, needn't be computed.
  ///
  /// - Parameters:
  ///   - source: The model.
  ///   - bits: Properties that have their old values again.
  ///   - changed: Those which the transaction has really changed.
  ///   - readings: What was read before the transaction: see ``readings(of:_:by:)``.
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
        // The derived values that it has read may have been marked as well.
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

  /// A reader is about to read what it depends on once more, between its readings.
  ///
  /// - Returns: A count that is the same afterwards if no derived value has changed meanwhile; nil if one already has.
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

  /// How many versions there have been of all derived values that a reader depends on.
  private func versionCount(readBy reader: GraphNode) -> UInt64 {
    var count: UInt64 = 0
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      if let source = link.source, source.role == .derived { count &+= UInt64(source.version) }
    }
    return count
  }

  /// Ends what ``beginReadingOnceMore(_:)`` has begun: that counts as another reading, and as one of other versions where there have been
  /// others.
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

  /// What names the last reading: once it's over, another number than before, since it may have read another value meanwhile.
  private func number(of link: GraphLink, readBy reader: GraphNode) -> UInt {
    reader.isRunning ? ~link.reading : link.reading
  }

  /// Marks those observations that have read these properties since, though they have their old values again.
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
      // What one that is running elsewhere has read belongs to that thread.
      let isKnown = !reader.isRunning || reader == reading?.reader
      if isKnown, readings[link.address] == number(of: link, readBy: reader) { continue }
      if due.appendOnce(reader, from: .model) { reader.mark = .dirty }
    }
    due.sort()
  }
}
