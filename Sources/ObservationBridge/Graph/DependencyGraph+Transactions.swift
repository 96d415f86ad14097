import CObservationRuntime

/// What observations have read, for transactions that give properties their old values again.
extension DependencyGraph {
  /// The last reading of each edge to these properties. Edges of readers that are running elsewhere are left out, and so are edges to derived
  /// values that these properties have marked.
  func readings(of source: GraphNode, _ bits: UInt64, by reading: Reading?) -> [UInt: UInt] {
    var readings: [UInt: UInt] = [:]
    var next = source.firstReader
    while let edge = next {
      next = edge.nextReader
      guard edge.mask & bits != 0, let reader = edge.reader else { continue }
      let isKnown = !reader.isRunning || reader == reading?.reader
      if reader.role == .derived, reader.isRunning || edge.hasMarkedReader { continue }
      if isKnown { readings[edge.address] = number(of: edge, readBy: reader) }
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
    while let edge = next {
      next = edge.nextReader
      guard edge.mask & bits != 0, edge.mask & changed == 0, edge.hasMarkedReader, let reader = edge.reader,
        reader.role == .derived, !reader.isRunning, !reader.isHeld,
        readings[edge.address] == number(of: edge, readBy: reader)
      else { continue }
      edge.hasMarkedReader = false
      if reader.hasMarkedEdges, !hasMarkedEdge(reader) {
        reader.hasMarkedEdges = false
        // The derived values that it has read may have been marked as well.
        reader.mark = .pending
      }
    }
  }

  private func hasMarkedEdge(_ reader: GraphNode) -> Bool {
    var next = reader.firstDependency
    while let edge = next {
      if edge.hasMarkedReader { return true }
      next = edge.nextDependency
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
    while let edge = next {
      next = edge.nextDependency
      if let source = edge.source, source.role == .derived, source.version != edge.versions.last { return nil }
    }
    return versionCount(readBy: reader)
  }

  /// How many versions there have been of all derived values that a reader depends on.
  private func versionCount(readBy reader: GraphNode) -> UInt64 {
    var count: UInt64 = 0
    var next = reader.firstDependency
    while let edge = next {
      next = edge.nextDependency
      if let source = edge.source, source.role == .derived { count &+= UInt64(source.latestVersion) }
    }
    return count
  }

  /// Ends what ``beginReadingOnceMore(_:)`` has begun: that counts as another reading, and as one of other versions where there have been
  /// others.
  func endReadingOnceMore(_ reader: GraphNode, _ versionCount: UInt64?) {
    assert(isMine(reader), Self.wrongLock)
    let areTheSame = versionCount == self.versionCount(readBy: reader)
    let reading = ob_next_pass()
    var last: GraphEdge?
    while let edge = last.map(\.nextDependency) ?? reader.firstDependency {
      if edge.source?.role != .derived {
        edge.reading = reading
      } else if !areTheSame {
        edge.versions = edge.versions.mixed
      }
      last = edge
    }
    end(reader, at: last, narrowing: nil)
  }

  /// What names the last reading: once it's over, another number than before, since it may have read another value meanwhile.
  private func number(of edge: GraphEdge, readBy reader: GraphNode) -> UInt {
    reader.isRunning ? ~edge.reading : edge.reading
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
    while let edge = next {
      next = edge.nextReader
      guard edge.mask & bits != 0, let reader = edge.reader, reader.role == .observer else { continue }
      // What one that is running elsewhere has read belongs to that thread.
      let isKnown = !reader.isRunning || reader == reading?.reader
      if isKnown, readings[edge.address] == number(of: edge, readBy: reader) { continue }
      if due.appendOnce(reader, from: .model) { reader.mark = .dirty }
    }
    due.sort()
  }
}
