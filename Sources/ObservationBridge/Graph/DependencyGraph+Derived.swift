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

  /// How far a look at a reader's dependencies has come.
  // One word: the lowest bit is no part of an address.
  struct Cursor: BitwiseCopyable {
    private var word: UInt = 0

    /// The last one that has been looked at; nil at first.
    var link: GraphLink? {
      get { GraphLink(at: word & ~1) }
      set { word = word & 1 | (newValue?.address ?? 0) }
    }

    /// Whether the reader has changed in any case. Then the values are looked at that it has read before it read what has changed: it will
    /// read them
    /// again, and would have them computed inside its own computation, and so on.
    var endsAtChange: Bool { word & 1 != 0 }

    static let beforeChange = Cursor(word: 1)

    init() {}

    private init(word: UInt) {
      self.word = word
    }
  }

  /// Looks at a reader whose dependencies are to be checked, or goes on with that; see ``Step``.
  ///
  /// A change that is made between two calls marks the reader anew, and it is notified.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - cursor: How far the look has come.
  /// - Returns: What has to be done next, if anything.
  @inline(__always)
  func check(_ reader: GraphNode, after cursor: inout Cursor) -> Step {
    switch reader.beginCheck() {
    case .isOver(let hasChanged): return hasChanged ? .hasChanged : .hasNotChanged
    case .isMarked:
      guard cursor.link == nil, !reader.isFirstDependencyMarked else { return .hasChanged }
      return checkBeforeChange(reader, &cursor)
    case .begins: cursor = Cursor()
    case .goesOn: if cursor.endsAtChange { return checkBeforeChange(reader, &cursor) }
    }
    let step = step(of: reader, after: &cursor, endsAtChange: false)
    if case .check = step { return step }
    // Its mark has been cleared: what computes it by reading it must not take it for up to date.
    if case .hasChanged = step { reader.endCheck(marking: .dirty) } else { reader.endCheck(marking: nil) }
    return step
  }

  @inline(never)
  private func checkBeforeChange(_ reader: GraphNode, _ cursor: inout Cursor) -> Step {
    let isFirst = cursor.link == nil
    if isFirst { cursor = .beforeChange }
    let step = step(of: reader, after: &cursor, endsAtChange: true)
    if case .check = step {
      if isFirst { reader.beginCheckOfMarked() }
    } else if !isFirst {
      reader.endCheck(marking: .dirty)
    }
    return step
  }

  @inline(__always)
  private func step(of reader: GraphNode, after cursor: inout Cursor, endsAtChange: Bool) -> Step {
    var next = reader.firstDependency
    if let link = cursor.link {
      // That has been brought up to date.
      if let source = link.source {
        if hasChanged(source, link) { return .hasChanged }
        inheritUnsettled(from: source, to: reader)
      }
      next = link.nextDependency
    }
    while let link = next {
      next = link.nextDependency
      guard let source = link.source else {
        if endsAtChange { return .hasChanged }
        continue
      }
      let state = source.kind
      guard state.role == .derived else {
        // What it has read of models has marked it.
        if endsAtChange, link.hasMarkedReader { return .hasChanged }
        continue
      }
      if !state.isUpToDate, state.isActive {
        if state.isDetached { return .hasChanged }
        cursor.link = link
        if claim(source, state) { return .check(source) }
        // Somebody is at it: whoever asks finds out when it computes.
        reader.mark = .dirty
        return .hasChanged
      }
      if hasChanged(source, link) { return .hasChanged }
    }
    return endsAtChange ? .hasChanged : .hasNotChanged
  }

  /// Whether a derived value that is up to date isn't what its reader knows.
  @inline(__always)
  private func hasChanged(_ source: GraphNode, _ link: GraphLink) -> Bool {
    let versions = link.versions
    // An observation isn't notified of its own changes.
    return source.version != versions.last && !versions.areChangedByReader
  }

  /// The links of a derived value don't tell any more what has made it dirty, if they have.
  func forgetMarkedLinks(of derived: GraphNode) {
    if !derived.hasMarkedLinks { return }
    derived.hasMarkedLinks = false
    unmarkLinks(of: derived)
    // A look that is under way would go past what has changed.
    if derived.isChecked { derived.add(.dirtyAnyhow) }
  }

  /// A derived value is about to be computed: what has changed is read anew.
  func unmarkLinks(of derived: GraphNode) {
    var next = derived.firstDependency
    while let link = next {
      next = link.nextDependency
      if link.hasMarkedReader { link.hasMarkedReader = false }
    }
  }

  /// Whether the last reading of a reader has found the same versions of derived values as the one before.
  func hasReadTheSame(_ reader: GraphNode) -> Bool {
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      if link.source?.role == .derived, !link.versions.areTheSame { return false }
    }
    return true
  }

  /// Whether the last reading of a reader has found another version of a derived value than the one before.
  func hasReadOtherVersions(_ reader: GraphNode) -> Bool {
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      if link.source?.role == .derived, link.versions.areKnownToDiffer { return true }
    }
    return false
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
  /// - Returns: Whether it has ended meanwhile, or somebody has to be notified.
  @inline(__always)
  func endClaim(of derived: GraphNode) -> Bool {
    derived.endClaim()
  }

  /// A derived value has been computed: whoever has read another version finds out when it looks.
  ///
  /// - Parameters:
  ///   - derived: The value.
  ///   - differs: Whether it differs from the one before.
  func end(_ derived: GraphNode, differs: Bool) {
    if differs { derived.setNewVersion() }
  }

  // MARK: The end of a derived value

  /// Nobody holds a derived value any more. If somebody has read it, it stays in the graph until they have read anew: what it depends on is
  /// what they depend on. It's never computed again; once it may be too old, it counts as changed.
  ///
  /// - Returns: False if nobody has read it: then it's to be retired.
  func detached(_ derived: GraphNode) -> Bool {
    guard derived.isActive, derived.firstReader != nil else { return false }
    derived.isDetached = true
    return true
  }
}

extension GraphNode {
  /// Whether this is a derived value that nobody holds, and nobody but `reader` has read. Asked with the lock.
  func isDetachedValue(readBy reader: GraphNode?) -> Bool {
    guard role == .derived, isDetached else { return false }
    var next = firstReader
    while let link = next {
      if link.reader != reader { return false }
      next = link.nextReader
    }
    return true
  }
}
