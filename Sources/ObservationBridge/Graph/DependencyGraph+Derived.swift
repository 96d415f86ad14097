/// Derived values that are looked at: whether they are up to date, and who brings them up to date.
extension DependencyGraph {
  /// What has to be done to know whether what a reader has read has changed.
  enum Step {
    /// It has.
    case hasChanged
    /// It hasn't; the reader is up to date.
    case hasNotChanged
    /// A derived value that it has read has to be brought up to date first. It has been claimed.
    case check(GraphNode)
  }

  /// Looks at a reader whose dependencies are to be checked, or goes on with that; see ``Step``.
  ///
  /// A change that is made between two calls marks the reader anew, and it hears of it.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - cursor: The last dependency that has been looked at; nil at first.
  /// - Returns: What has to be done next, if anything.
  @inline(__always)
  func check(_ reader: GraphNode, after cursor: inout GraphEdge?) -> Step {
    switch reader.beginCheck() {
    case .isOver(let hasChanged): return hasChanged ? .hasChanged : .hasNotChanged
    case .begins: cursor = nil
    case .goesOn: break
    }
    let step = step(of: reader, after: &cursor)
    if case .check = step { return step }
    // Its mark has been cleared: what computes it by reading it must not take it for up to date.
    if case .hasChanged = step { reader.endCheck(marking: .dirty) } else { reader.endCheck(marking: nil) }
    return step
  }

  @inline(__always)
  private func step(of reader: GraphNode, after cursor: inout GraphEdge?) -> Step {
    var next = reader.firstDependency
    if let edge = cursor {
      // That has been brought up to date.
      if let source = edge.source {
        if source.version != edge.versions.last { return .hasChanged }
        inheritUnsettled(from: source, to: reader)
      }
      next = edge.nextDependency
    }
    while let edge = next {
      next = edge.nextDependency
      // What it has read of models has marked it.
      guard let source = edge.source else { continue }
      let state = source.kind
      guard state.role == .derived else { continue }
      if !state.isUpToDate, state.isActive {
        cursor = edge
        if claim(source, state) { return .check(source) }
        // Somebody is at it: whoever asks finds out when it computes.
        reader.mark = .dirty
        return .hasChanged
      }
      if source.version != edge.versions.last { return .hasChanged }
    }
    return .hasNotChanged
  }

  /// A derived value depends on one that may be too old: then so may it be.
  func inheritUnsettled(from source: GraphNode, to reader: GraphNode) {
    if source.kind.mayBeUnsettled, reader.role == .derived { reader.readsUnsettled = true }
  }

  /// Claims a derived value for the thread that asks, which brings it up to date.
  ///
  /// - Parameters:
  ///   - derived: The value.
  ///   - kind: Its current one.
  /// - Returns: False if a thread has claimed it already.
  @inline(__always)
  func claim(_ derived: GraphNode, _ kind: GraphNode.Kind) -> Bool {
    if kind.isHeld { return false }
    derived.claim(kind)
    return true
  }

  /// A derived value that was claimed is up to date.
  ///
  /// - Returns: Whether it has ended meanwhile, or somebody has to hear of it.
  @inline(__always)
  func endClaim(of derived: GraphNode) -> Bool {
    derived.endClaim()
  }

  /// A derived value has been computed: whoever has read another version finds out when it looks.
  ///
  /// - Parameters:
  ///   - derived: The value.
  ///   - differs: Whether it differs from the one before.
  ///   - version: That of a former value which it is equal to, if there is one.
  func end(_ derived: GraphNode, differs: Bool, sameAs version: UInt32? = nil) {
    if let version { derived.version = version } else if differs { derived.setNewVersion() }
  }

  // MARK: The end of a derived value

  /// A derived value is about to be retired: those who have read it depend on what it depends on from now on, in its place.
  ///
  /// Otherwise they would hear of nothing any more: it may have been made for one read alone.
  ///
  /// - Parameters:
  ///   - derived: The value.
  ///   - isWhole: Whether all that it depends on is in the graph.
  ///   - reading: What is reading on this thread.
  ///   - isRunningHere: Whether a reader that is running does so on this thread.
  ///   - due: Gets those who have to run again instead, in the order in which they were started.
  /// - Returns: Whether a reader that is running on this thread has read the value.
  func bequeath(
    _ derived: GraphNode,
    isWhole: Bool,
    by reading: Reading?,
    _ isRunningHere: (GraphNode) -> Bool,
    into due: inout GraphDueList
  ) -> Bool {
    guard derived.isActive else { return false }
    var isReadHere = false
    var next = derived.firstReader
    while let edge = next {
      next = edge.nextReader
      guard let reader = edge.reader, reader.isActive else { continue }
      if reader.isRunning, let reading, reading.reader == reader {
        // What it has yet to read anew is no matter to it.
        guard edge.reading == reading.id else { continue }
        isReadHere = true
        inherit(from: derived, to: reader, in: reading.id)
      } else if reader.isRunning, isRunningHere(reader) {
        isReadHere = true
        inherit(from: derived, to: reader, in: 0)
      } else if reader.isRunning {
        hear(reader, into: &due)
      } else {
        inherit(from: derived, to: reader, in: 0)
        if !isWhole {
          hear(reader, into: &due)
        } else if !derived.isUpToDate || edge.versions.last != derived.version || reader.isChecked {
          // Nobody can find out any more whether the value that it has read is the current one.
          reader.mark = .dirty
        }
      }
    }
    due.sort()
    return isReadHere
  }

  /// What a reader has read may be too old: it runs again.
  private func hear(_ reader: GraphNode, into due: inout GraphDueList) {
    if reader.role == .observer {
      if due.appendOnce(reader, from: .derived) { reader.mark = .dirty }
    } else {
      markDirty(reader, into: &due)
    }
  }

  /// `reading` is that of the reader which has come by the value; 0 if it's over, or not known.
  private func inherit(from derived: GraphNode, to reader: GraphNode, in reading: UInt) {
    var next = derived.firstDependency
    while let edge = next {
      next = edge.nextDependency
      // Before all that it has read: what comes last is what a reading has yet to come by.
      guard let source = edge.source else { continue }
      if let known = knownEdge(from: source, to: reader, of: reading) {
        // Of several values that had read the same.
        join(edge, into: known, of: source)
      } else if let new = register(reader, with: source, edge.mask, after: nil) {
        (new.reading, new.seen) = (reading, source.role == .derived ? edge.seen : edge.mask)
      }
    }
  }

  /// The edge by which a reader depends on a source already, in the same reading. It takes as many steps as the shorter one of two lists has
  /// edges: values that go layer by layer would otherwise leave more and more.
  private func knownEdge(from source: GraphNode, to reader: GraphNode, of reading: UInt) -> GraphEdge? {
    var (nextDependency, nextReader) = (reader.firstDependency, source.lastReader)
    while let dependency = nextDependency, let edge = nextReader {
      if dependency.reading == reading, dependency.source == source { return dependency }
      // In this order: what readings have come by is known to their threads alone.
      if edge.reader == reader, edge.reading == reading { return edge }
      (nextDependency, nextReader) = (dependency.nextDependency, edge.previousReader)
    }
    return nil
  }

  private func join(_ edge: GraphEdge, into known: GraphEdge, of source: GraphNode) {
    if source.role == .derived {
      if known.versions.last != edge.versions.last { known.versions = known.versions.mixed }
    } else {
      widen(known, by: edge.mask)
      known.seen |= edge.mask
    }
  }
}
