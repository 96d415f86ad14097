import CObservationRuntime

/// The rules of the dependency graph, without locks and user code.
///
/// A change *marks* the readers of the changed source as dirty, and what depends on marked derived values as pending.
/// Nothing is computed here. Marking doesn't recurse. Each node is visited once, in the order in which it is found:
/// mostly the order in which the graph was made, and in which its memory lies.
///
/// All nodes belong to one domain. The caller holds its lock.
struct DependencyGraph {
  let domain: GraphDomain

  static let wrongLock = "A node is used with the lock of others."
  private static let retiredReader = "A retired reader would be notified of a change."

  func isMine(_ node: GraphNode) -> Bool {
    node.domain?.root == domain
  }

  // MARK: Readers

  /// Adds a dependency to a reader's list, after `cursor`. Returns nil if the reader is retired.
  func register(
    _ reader: GraphNode,
    with source: GraphNode,
    _ bits: UInt64,
    after cursor: GraphLink?
  ) -> GraphLink? {
    assert(isMine(reader) && isMine(source), Self.wrongLock)
    guard reader.isActive else { return nil }
    let link = GraphLink.take()
    link.source = source
    link.reader = reader
    link.mask = bits
    link.nextDependency = cursor.map(\.nextDependency) ?? reader.firstDependency
    if let cursor { cursor.nextDependency = link } else { reader.firstDependency = link }
    link.previousReader = source.lastReader
    if let last = source.lastReader { last.nextReader = link } else { source.firstReader = link }
    source.lastReader = link
    addInterest(of: reader, in: bits, to: source)
    return link
  }

  /// The link from `source` that a reading has already visited, if it's among the last four of the source. It mostly
  /// is: the reading has just made the link, or would have found it without the lock.
  func link(from source: GraphNode, to reader: GraphNode, of reading: UInt) -> GraphLink? {
    var next = source.lastReader
    for _ in 0..<4 {
      guard let link = next else { return nil }
      if link.reader == reader, link.reading == reading { return link }
      next = link.previousReader
    }
    return nil
  }

  func widen(_ link: GraphLink, by bits: UInt64) {
    link.mask |= bits
    guard let source = link.source, let reader = link.reader, reader.isActive else { return }
    addInterest(of: reader, in: bits, to: source)
  }

  private func addInterest(of reader: GraphNode, in bits: UInt64, to source: GraphNode) {
    // A derived value has no properties.
    if source.role == .derived { return }
    source.setInterest(source.interest | bits | (reader.needsWillSet ? GraphInterest.willSet : 0))
  }

  /// Ends a reading, which hasn't used the dependencies behind `cursor`. `reading` is its number if it may have used
  /// fewer properties of a source than the previous one.
  @inline(__always)
  func end(_ reader: GraphNode, at cursor: GraphLink?, narrowing reading: UInt?) {
    assert(isMine(reader), Self.wrongLock)
    // Most readings use the same dependencies as the previous one, and change nothing here.
    if let cursor, cursor.nextDependency == nil, reading == nil, reader.hasPlainEnd {
      reader[.isRunning] = false
    } else {
      endWithChanges(reader, at: cursor, narrowing: reading)
    }
  }

  @inline(never)
  private func endWithChanges(_ reader: GraphNode, at cursor: GraphLink?, narrowing reading: UInt?) {
    reader[.isRunning] = false
    guard reader.isActive else { return removeAll(reader.firstDependency, of: reader) }
    let rest = cursor.map(\.nextDependency) ?? reader.firstDependency
    if let cursor { cursor.nextDependency = nil } else { reader.firstDependency = nil }
    remove(from: rest)
    // Another thread may have marked the reader before the pass made its own change, which then wasn't reported.
    if reader.role == .observer, reader[.hasChangedItsValues] || reader.mark != .clean { noteValuesChanged(by: reader) }
    guard let reading else { return }
    for link in reader.dependencies where link.reading == reading && link.source?.role == GraphNode.Role.none {
      link.mask = link.seen
    }
  }

  /// Retires a reader: removes its dependencies, or only unlinks them from their sources while the reader is running.
  /// Returns the owner, to be released without the lock. Nil if the reader was retired before, or if its owner is still
  /// needed: see ``takeRetiredOwner(of:)``.
  func retire(_ reader: GraphNode) -> Unmanaged<GraphOwner>? {
    assert(isMine(reader), Self.wrongLock)
    guard reader.isActive else { return nil }
    if reader.role == .derived { unlinkReaders(of: reader) }
    if reader[.isRunning] {
      // The thread that runs the reader still steps through the list.
      for link in reader.dependencies { unlink(link) }
    } else {
      removeAll(reader.firstDependency, of: reader)
    }
    reader[.isRetired] = true
    return unsafe takeRetiredOwner(of: reader)
  }

  /// The owner of a retired reader that doesn't run.
  func takeRetiredOwner(of reader: GraphNode) -> Unmanaged<GraphOwner>? {
    guard reader[.isRetired], !reader[.isRunning], !reader[.isHeld] else { return nil }
    return unsafe reader.takeOwner()
  }

  private func removeAll(_ first: GraphLink?, of reader: GraphNode) {
    reader.firstDependency = nil
    remove(from: first)
  }

  private func remove(from first: GraphLink?) {
    for link in GraphLinks(dependenciesFrom: first) {
      unlink(link)
      link.nextDependency = nil
      link.reader = nil
      link.putBack()
    }
  }

  /// Removes a link from the list of its source.
  private func unlink(_ link: GraphLink) {
    guard let source = link.source else { return }
    let (previous, next) = (link.previousReader, link.nextReader)
    if let previous { previous.nextReader = next } else { source.firstReader = next }
    if let next { next.previousReader = previous } else { source.lastReader = previous }
    (link.previousReader, link.nextReader, link.source, link.hasMarkedReader) = (nil, nil, nil, false)
    if source.firstReader != nil { return }
    if source.role != .derived {
      source.setInterest(source.interest & GraphInterest.foreign)
    } else if source[.isDetached], source.isActive {
      UnreadDetachedValues.add(source)
    }
  }

  // MARK: Changes made by a pass itself

  /// Notes that a pass has changed a property behind a derived value it has read. The pass isn't notified of this
  /// change.
  ///
  /// Say the pass has found `tank.isOverfull` true, and then sets `tank.level` to 0. If another pass sets the level to
  /// 9, the value is computed again, and is still true. But the first pass has left it false, so it has to run again.
  func noteOwnChange(of reader: GraphNode) {
    assert(isMine(reader), Self.wrongLock)
    reader[.hasChangedItsValues] = true
    // Values that the running pass reads after its change are current.
    if !reader[.isRunning] { noteValuesChanged(by: reader) }
  }

  /// Notes which derived values of an observation may differ after its own changes. The current value can't serve as
  /// the observation's baseline: another thread may have stored a change without a report. So the first reported change
  /// of another thread behind such a value counts as a change for the observation.
  private func noteValuesChanged(by reader: GraphNode) {
    // If another thread has reported a change during the pass, the affected values are unknown.
    let isOwnChange = reader.mark == .clean
    let isKnown = reader[.hasChangedItsValues]
    for link in reader.dependencies {
      guard let source = link.derivedSource else { continue }
      // Another observation, notified inside the pass, may have caused the computation of the value.
      if source.isUpToDate, source.version == link.versions.last { continue }
      let versions = link.versions
      let unreported = isKnown ? versions.mixed : versions.perhapsChangedByReader
      link.versions = isOwnChange ? versions.changedByReader : unreported
    }
  }

  /// The dirty or pending derived values among a reader's dependencies.
  func markedValues(readBy reader: GraphNode) -> [GraphOwner] {
    reader.dependencies.compactMap { link in
      guard let source = link.derivedSource, !source.isUpToDate else { return nil }
      return source.activeOwner
    }
  }

  /// Notes the versions of derived values that were computed at the end of a pass, after the pass had changed
  /// properties behind them. Returns whether a value has the version read by the pass.
  func noteValuesRenewed(for reader: GraphNode) -> Bool {
    assert(isMine(reader), Self.wrongLock)
    reader[.hasChangedItsValues] = false
    var isOneUnchanged = false
    for link in reader.dependencies where link.versions.areChangedByReader {
      guard let source = link.derivedSource, source.isUpToDate else { continue }
      if source.version == link.versions.last { isOneUnchanged = true }
      link.versions = link.versions.renewed(source.version)
    }
    return isOneUnchanged
  }

  // MARK: Sources

  func unlinkReaders(of source: GraphNode) {
    while let link = source.firstReader { unlink(link) }
  }

  /// Collects the observers to notify before a change: observers with `willSet`.
  func readersBefore(_ source: GraphNode, _ bits: UInt64, by reading: Reading?, into due: inout GraphDueList) {
    for link in source.readers where link.mask & bits != 0 {
      guard let reader = link.reader, reader.isActive, reader.needsWillSet else { continue }
      if let reading, reading.reader == reader, link.reading != reading.id || link.seen & bits == 0 { continue }
      due.append(GraphDue(reader, from: .model))
    }
    due.sort()
  }

  /// The only reader of a source, if the source has one reader, and it depends on these properties.
  @inline(__always)
  func onlyReader(of source: GraphNode, _ bits: UInt64) -> GraphNode? {
    assert(isMine(source), Self.wrongLock)
    guard let link = source.firstReader, link.nextReader == nil, link.mask & bits != 0,
      // Observers with `willSet` never lend their state. The bit may be left from an ended one: `mark` recomputes it.
      source.interest & GraphInterest.willSet == 0
    else { return nil }
    return link.reader
  }

  /// The reader that is reading on the thread of a change, and the number of its reading.
  struct Reading {
    let reader: GraphNode
    let id: UInt
  }

  /// Marks what depends on changed properties of a model. With a role, only the direct readers of this role are marked
  /// and notified.
  ///
  /// The reader of `reading`, the reading of the thread that makes the change, isn't notified of properties that this
  /// reading hasn't read yet. The observers to notify are added to `due`, in the order in which they were started.
  func mark(
    _ source: GraphNode,
    _ bits: UInt64,
    by reading: Reading?,
    only role: GraphNode.Role? = nil,
    _ propagation: GraphNode.Propagation = .atOnce,
    into due: inout GraphDueList
  ) {
    assert(isMine(source), Self.wrongLock)
    if role != .observer { domain.noteMark(by: propagation.number) }
    GraphQueue<GraphNode>.run { work in
      var interest: UInt64 = 0
      for link in source.readers {
        // Retired readers have no links in this list.
        guard let reader = link.reader else { continue }
        assert(isMine(reader), Self.wrongLock)
        let flags = reader.flags
        assert(flags.isActive, Self.retiredReader)
        interest |= link.mask | (flags.needsWillSet ? GraphInterest.willSet : 0)
        if link.mask & bits == 0 { continue }
        if let reading, reading.reader == reader, link.reading != reading.id || link.seen & bits == 0 { continue }
        if let role, flags.role != role { continue }
        if flags.role == .observer {
          guard due.appendOnce(reader, from: .model) else { continue }
          // A pass that makes the change decides itself whether to run again. An observation with `willSet` has run its
          // pass for this property before the change; derived values alone decide about another pass.
          if reading?.reader != reader, !flags.needsWillSet { reader.mark = .dirty }
        } else {
          if !flags.isDirtyAnyhow { link.hasMarkedReader = true }
          if reader.needsPropagation(flags, propagation) {
            spread(from: reader, flags, as: .dirtyByLink, propagation, on: &work, into: &due)
          } else {
            reader.add(.dirtyByLink)
          }
        }
      }
      // The interest may have included properties of readers without links by now.
      source.setInterest(interest | source.interest & GraphInterest.foreign)
      if !work.isEmpty { markPending(&work, by: reading, propagation, into: &due) }
    }
    due.sort()
  }

  /// Marks a derived value as dirty for no known dependency. See ``mark(_:_:by:only:_:into:)`` for the parameters.
  func markDirty(
    _ derived: GraphNode,
    by reading: Reading? = nil,
    _ propagation: GraphNode.Propagation = .atOnce,
    into due: inout GraphDueList
  ) {
    guard derived.isActive else { return }
    forgetMarkedLinks(of: derived)
    let flags = derived.flags
    guard derived.needsPropagation(flags, propagation) else {
      derived.add(.dirtyAnyhow)
      return
    }
    GraphQueue<GraphNode>.run { work in
      spread(from: derived, flags, as: .dirtyAnyhow, propagation, on: &work, into: &due)
      markPending(&work, by: reading, propagation, into: &due)
    }
    due.sort()
  }

  /// Begins a change behind a derived value. Until the change is reported, the value is computed on each read, and so
  /// are the values that depend on it.
  func beginChange(behind derived: GraphNode) {
    assert(isMine(derived), Self.wrongLock)
    if !derived.isActive || derived[.isDetached] { return }
    derived[.isUnsettled] = true
    markDerivedValues(of: derived, .max, as: .pending)
  }

  /// Makes the next change notify `reader` again. The reader was notified on another isolation, so its pass is only
  /// scheduled. Everything behind it is marked already, and a second change, made on its own isolation, would stop at
  /// the marks instead of running the immediate pass.
  func notifyAgain(_ reader: GraphNode) {
    assert(isMine(reader), Self.wrongLock)
    // Once per pass: there may be many values and many changes.
    if reader[.propagatesAgain] { return }
    reader[.propagatesAgain] = true
    walkDerivedValues(behind: reader) { value in
      guard value.mark != .clean, !value[.propagatesAgain] else { return false }
      value[.propagatesAgain] = true
      return true
    }
  }

  /// Visits the derived values behind a reader. `visit` returns whether to visit the derived values behind the value, too.
  func walkDerivedValues(behind reader: GraphNode, _ visit: (GraphNode) -> Bool) {
    GraphQueue<GraphNode>.run { work in
      work.add(reader)
      while let node = work.removeLast() {
        for link in node.dependencies {
          if let source = link.derivedSource, visit(source) { work.add(source) }
        }
      }
    }
  }

  /// Marks derived values, and as pending what depends on them, without notifying observers. If properties were stored,
  /// but not reported yet, the report will mark again, and find the observers, even if the derived values have been
  /// computed in between.
  func markDerivedValues(
    of source: GraphNode,
    _ bits: UInt64,
    as mark: GraphNode.Mark = .dirty,
    _ deallocation: Deallocation? = nil
  ) {
    assert(isMine(source), Self.wrongLock)
    if mark == .dirty, deallocation == nil { domain.noteMark(by: 0) }
    GraphQueue<GraphNode>.run { work in
      var (next, bits, mark) = (source as GraphNode?, bits, mark)
      while let source = next {
        for link in source.readers where link.mask & bits != 0 {
          guard let reader = link.reader, reader.role == .derived else { continue }
          if let deallocation, deallocation.isIrrelevant(link, to: reader) { continue }
          let isKnown = reader.mark != .clean && reader[.propagatesAgain]
          if mark == .dirty, deallocation != nil {
            // Code can find the model deallocated before the read of a property, so no link shows where the change is.
            forgetMarkedLinks(of: reader)
            reader.add(.dirtyAnyhow)
          } else if mark == .dirty {
            if !reader.flags.isDirtyAnyhow { link.hasMarkedReader = true }
            reader.add(.dirtyByLink)
          } else if reader.mark != .dirty {
            reader.mark = mark
          }
          reader[.propagatesAgain] = true
          if !isKnown { work.add(reader) }
        }
        (next, bits, mark) = (work.removeFirst(), .max, .pending)
      }
    }
  }

  @inline(never)
  private func markPending(
    _ work: inout GraphQueue<GraphNode>,
    by reading: Reading?,
    _ propagation: GraphNode.Propagation,
    into due: inout GraphDueList
  ) {
    // The thread knows: at the time of the change, a pass may have no reading, or a nested one.
    let isInPass = threadContext.pass.observation != 0
    GraphQueue<GraphNode>.run { done in
      while let derived = work.removeFirst() {
        if isInPass { done.add(derived) }
        for link in derived.readers {
          // Retired readers have no links in this list.
          guard let reader = link.reader else { continue }
          let flags = reader.flags
          assert(flags.isActive, Self.retiredReader)
          switch flags.role {
          case .observer:
            let isOwnChange = reading?.reader == reader
            // While the observation is running, its thread owns the link. A recheck may report the observation's own
            // change: if each such report made a pass that makes another change, passes would never end. So the value
            // decides, compared with the one that the pass has left.
            if !isOwnChange, !flags.contains(.isRunning), link.versions.areChangedByReader {
              link.versions = propagation.isRecheck ? link.versions.rechecked : link.versions.mixed
            }
            if due.appendOnce(reader, from: .derived), reader.mark == .clean, !isOwnChange { reader.mark = .pending }
          case .derived:
            if reader.needsPropagation(flags, propagation) {
              spread(from: reader, flags, as: .pending, propagation, on: &work, into: &due)
            }
          case .none:
            continue
          }
        }
      }
      while let derived = done.removeFirst() { derived[.propagatesAgain] = true }
    }
  }

  /// Marks a derived value, and queues the value, so that its readers are marked later.
  @inline(__always)
  private func spread(
    from derived: GraphNode,
    _ flags: GraphNode.State,
    as mark: GraphNode.SpreadMark,
    _ propagation: GraphNode.Propagation,
    on work: inout GraphQueue<GraphNode>,
    into due: inout GraphDueList
  ) {
    derived.beginToSpread(flags, as: mark, propagation)
    // The memory arrives before the value's turn in the queue.
    derived.prefetchFirstReader()
    work.add(derived)
    if flags.contains(.isWatched), flags.isActive { due.append(GraphDue(derived, from: .derived)) }
  }
}
