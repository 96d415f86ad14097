extension DependencyGraph {
  /// The next step of a check whether a reader's dependencies have changed.
  enum Step {
    case hasChanged
    case hasNotChanged
    /// This derived value has to be brought up to date first. It has been claimed for this thread.
    case check(GraphNode)
  }

  /// How far the check of a reader's dependencies has come.
  struct Cursor: BitwiseCopyable {
    /// The last dependency that was checked; nil at first.
    var link: GraphLink?
    /// Whether the reader is known to need a new computation. Its dependencies before the change are then updated here,
    /// one by one. Otherwise each would be computed inside the reader's own computation, and a long chain would
    /// overflow the stack.
    var endsAtChange = false
  }

  /// Begins or continues the check of a reader's dependencies. A change between two calls marks and notifies it again.
  @inline(__always)
  func check(_ reader: GraphNode, after cursor: inout Cursor) -> Step {
    switch reader.beginCheck() {
    case .answered(let hasChanged): return hasChanged ? .hasChanged : .hasNotChanged
    case .isMarked:
      guard cursor.link == nil, !reader.isFirstDependencyMarked else { return .hasChanged }
      return checkBeforeChange(reader, &cursor)
    case .begins: cursor = Cursor()
    case .goesOn: if cursor.endsAtChange { return checkBeforeChange(reader, &cursor) }
    }
    let step = step(of: reader, after: &cursor, endsAtChange: false)
    if case .check = step { return step }
    // The check has cleared the mark. Without a new one, a computation would take this value as up to date.
    if case .hasChanged = step { reader.endCheck(marking: .dirty) } else { reader.endCheck(marking: nil) }
    return step
  }

  @inline(never)
  private func checkBeforeChange(_ reader: GraphNode, _ cursor: inout Cursor) -> Step {
    let isFirst = cursor.link == nil
    if isFirst { cursor.endsAtChange = true }
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
      // The caller has brought this dependency up to date.
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
      let flags = source.flags
      guard flags.role == .derived else {
        // Among sources, only a marked link is a change: see `hasMarkedReader`.
        if endsAtChange, link.hasMarkedReader { return .hasChanged }
        continue
      }
      if !flags.isUpToDate, flags.isActive {
        if flags.contains(.isDetached) { return .hasChanged }
        cursor.link = link
        if claim(source, flags) { return .check(source) }
        // Another computation has claimed the value. Whether the value differs shows when the reader is computed.
        reader.mark = .dirty
        return .hasChanged
      }
      if hasChanged(source, link) { return .hasChanged }
    }
    return endsAtChange ? .hasChanged : .hasNotChanged
  }

  /// Whether a derived value, which is up to date, has another version than its reader has noted.
  @inline(__always)
  private func hasChanged(_ source: GraphNode, _ link: GraphLink) -> Bool {
    let versions = link.versions
    // A pass isn't notified of its own changes.
    return source.version != versions.last && !versions.areChangedByReader
  }

  /// Clears the marks of a derived value's links. The caller marks the value as dirty for an unknown reason.
  func forgetMarkedLinks(of derived: GraphNode) {
    if !derived[.hasMarkedLinks] { return }
    derived[.hasMarkedLinks] = false
    unmarkLinks(of: derived)
  }

  /// Clears the marks of all links of a derived value, before it is computed.
  func unmarkLinks(of derived: GraphNode) {
    for link in derived.dependencies where link.hasMarkedReader { link.hasMarkedReader = false }
  }

  /// A derived value that depends on an unsettled value may be outdated, too.
  func inheritUnsettled(from source: GraphNode, to reader: GraphNode) {
    if source.flags.mayBeUnsettled, reader.role == .derived { reader[.readsUnsettled] = true }
  }

  /// Claims a derived value with these flags for the calling thread. Returns false if it's claimed already.
  @inline(__always)
  func claim(_ derived: GraphNode, _ flags: GraphNode.State) -> Bool {
    if flags.contains(.isHeld) { return false }
    derived.flags = flags.union(.isHeld)
    return true
  }

  // MARK: The end of a derived value

  /// Detaches a derived value whose holder, a `DerivedValue` or a model, was deallocated. If a reader depends on the
  /// value, its node stays in the graph until that reader's next reading, since the value's dependencies are the
  /// reader's dependencies. A detached value is never computed again: once it's marked, it counts as changed. Returns
  /// false if the value has no readers: the caller then retires it.
  func detached(_ derived: GraphNode) -> Bool {
    guard derived.isActive, derived.firstReader != nil else { return false }
    derived[.isDetached] = true
    return true
  }
}
