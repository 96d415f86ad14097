import CObservationRuntime

/// Who depends on what: the rules without locks and user code.
///
/// A change *marks*: the direct readers of what has changed as dirty, and what depends on those as pending. Nothing is computed
/// here. Marking doesn't recurse, and costs what it reaches for the first time. What it finds first it goes on from first: mostly in the
/// order
/// in which the graph was made, and in which its memory lies.
///
/// All nodes are of one domain, whose lock the caller holds.
struct DependencyGraph {
  let domain: GraphDomain

  static let wrongLock = "A node is used with the lock of others."
  private static let isOver = "A reader hears of a change though it is over."

  func isMine(_ node: GraphNode) -> Bool {
    node.domain?.root == domain
  }

  // MARK: Readers

  /// A reader reads what it hasn't read before, as the dependency that follows `cursor`.
  ///
  /// - Returns: Nil if the reader is retired.
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

  /// The link that a reading has visited already, if that is one of the latest from `source`.
  ///
  /// It mostly is: the reading has made it, or would otherwise have found it without the lock.
  func link(from source: GraphNode, to reader: GraphNode, of reading: UInt) -> GraphLink? {
    var next = source.lastReader
    for _ in 0..<4 {
      guard let link = next else { return nil }
      if link.reader == reader, link.reading == reading { return link }
      next = link.previousReader
    }
    return nil
  }

  /// A reader reads more properties of what it has read before.
  func widen(_ link: GraphLink, by bits: UInt64) {
    link.mask |= bits
    guard let source = link.source, let reader = link.reader, reader.isActive else { return }
    addInterest(of: reader, in: bits, to: source)
  }

  private func addInterest(of reader: GraphNode, in bits: UInt64, to source: GraphNode) {
    // A derived value is read as a whole.
    if source.role == .derived { return }
    source.setInterest(source.interest | bits | (reader.needsWillSet ? GraphInterest.willSet : 0))
  }

  /// A reader has read all it wanted.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - cursor: The last of its dependencies; those behind it haven't been read.
  ///   - reading: The number that the links it has visited note; nil where all of them have been read as before.
  @inline(__always)
  func end(_ reader: GraphNode, at cursor: GraphLink?, narrowing reading: UInt?) {
    assert(isMine(reader), Self.wrongLock)
    // Most readings read what the last one has read, and there is nothing to note.
    if let cursor, cursor.nextDependency == nil, reading == nil, reader.hasPlainEnd {
      reader.isRunning = false
    } else {
      endWithChanges(reader, at: cursor, narrowing: reading)
    }
  }

  @inline(never)
  private func endWithChanges(_ reader: GraphNode, at cursor: GraphLink?, narrowing reading: UInt?) {
    reader.isRunning = false
    guard reader.isActive else { return removeAll(reader.firstDependency, of: reader) }
    let rest = cursor.map(\.nextDependency) ?? reader.firstDependency
    if let cursor { cursor.nextDependency = nil } else { reader.firstDependency = nil }
    remove(from: rest)
    // A change by others may have come before one of the pass itself, which then marks nothing and isn't reported.
    if reader.role == .observer, reader.hasChangedItsValues || reader.mark != .clean { noteValuesChanged(by: reader) }
    guard let reading else { return }
    var next = reader.firstDependency
    while let link = next {
      if link.reading == reading, link.source?.role == GraphNode.Role.none { link.mask = link.seen }
      next = link.nextDependency
    }
  }

  /// A reader is over: its dependencies go, at once for what they are registered with.
  ///
  /// - Returns: What the node has kept alive, to be released elsewhere; nil if it was retired before, or is still needed: see
  /// ``takeRetiredOwner(of:)``.
  func retire(_ reader: GraphNode) -> Unmanaged<GraphOwner>? {
    assert(isMine(reader), Self.wrongLock)
    guard reader.isActive else { return nil }
    if reader.role == .derived { unlinkReaders(of: reader) }
    if reader.isRunning {
      // The thread that runs it still goes from one to the next.
      var next = reader.firstDependency
      while let link = next {
        unlink(link)
        next = link.nextDependency
      }
    } else {
      removeAll(reader.firstDependency, of: reader)
    }
    reader.isRetired = true
    return unsafe takeRetiredOwner(of: reader)
  }

  /// What a reader has kept alive that has been retired, and doesn't run.
  func takeRetiredOwner(of reader: GraphNode) -> Unmanaged<GraphOwner>? {
    guard reader.isRetired, !reader.isRunning, !reader.isHeld else { return nil }
    return unsafe reader.takeOwner()
  }

  private func removeAll(_ first: GraphLink?, of reader: GraphNode) {
    reader.firstDependency = nil
    remove(from: first)
  }

  private func remove(from first: GraphLink?) {
    var next = first
    while let link = next {
      next = link.nextDependency
      unlink(link)
      link.nextDependency = nil
      link.reader = nil
      link.putBack()
    }
  }

  /// Takes a link out of the list of what is read.
  private func unlink(_ link: GraphLink) {
    guard let source = link.source else { return }
    let (previous, next) = (link.previousReader, link.nextReader)
    if let previous { previous.nextReader = next } else { source.firstReader = next }
    if let next { next.previousReader = previous } else { source.lastReader = previous }
    (link.previousReader, link.nextReader, link.source, link.hasMarkedReader) = (nil, nil, nil, false)
    if source.firstReader != nil { return }
    if source.role != .derived {
      source.setInterest(source.interest & GraphInterest.foreign)
    } else if source.isDetached, source.isActive {
      UnreadDetachedValues.add(source)
    }
  }

  // MARK: Changes that a pass makes itself

  /// A pass has changed a property behind a derived value that it has read. It isn't notified of that.
  ///
  /// Say it has found `tank.isOverfull` true, and then sets `tank.level` to 0. If others set that to 9, the value is computed again, and is
  /// still true. But it isn't what the pass has left, so another pass has to follow.
  func noteOwnChange(of reader: GraphNode) {
    assert(isMine(reader), Self.wrongLock)
    reader.hasChangedItsValues = true
    // What the pass reads from here on is current.
    if !reader.isRunning { noteValuesChanged(by: reader) }
  }

  /// Notes which of the derived values that an observation has read may differ by now.
  ///
  /// The present value can't be taken for what the observation knows: another thread may have stored a change that it has yet to report. So
  /// the first change that others report behind such a value counts as one to it.
  private func noteValuesChanged(by reader: GraphNode) {
    // If others have reported a change during the pass, it isn't known to which values.
    let isOwnChange = reader.mark == .clean
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      guard let source = link.source, source.role == .derived else { continue }
      // Another observation, which was notified inside the pass, may have had the value computed.
      if source.isUpToDate, source.version == link.versions.last { continue }
      link.versions = isOwnChange ? link.versions.changedByReader : link.versions.mixed
    }
  }

  /// The derived values that a reader has read, and that may differ by now.
  func markedValues(readBy reader: GraphNode) -> [GraphOwner] {
    var values: [GraphOwner] = []
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      guard let source = link.source, source.role == .derived, !source.isUpToDate, let value = source.activeOwner else {
        continue
      }
      values.append(value)
    }
    return values
  }

  /// Derived values that a pass has changed, and that have been computed again at its end, are now as the pass has left them.
  ///
  /// - Returns: Whether one of them has come out as the pass has read it.
  func noteValuesRenewed(for reader: GraphNode) -> Bool {
    assert(isMine(reader), Self.wrongLock)
    reader.hasChangedItsValues = false
    var isOneUnchanged = false
    var next = reader.firstDependency
    while let link = next {
      next = link.nextDependency
      guard let source = link.source, source.role == .derived, source.isUpToDate, link.versions.areChangedByReader
      else { continue }
      if source.version == link.versions.last { isOneUnchanged = true }
      link.versions = link.versions.renewed(source.version)
    }
    return isOneUnchanged
  }

  /// The derived values that a reader depends on.
  func derivedValues(behind reader: GraphNode) -> [GraphOwner] {
    var values: [ObjectIdentifier: GraphOwner] = [:]
    walkDerivedValues(behind: reader) { value in
      guard let owner = value.activeOwner else { return false }
      return values.updateValue(owner, forKey: ObjectIdentifier(owner)) == nil
    }
    return Array(values.values)
  }

  // MARK: What is read

  func unlinkReaders(of source: GraphNode) {
    while let link = source.firstReader { unlink(link) }
  }

  /// Collects the observers to notify before a change: those with `willSet`.
  func readersBefore(_ source: GraphNode, _ bits: UInt64, by reading: Reading?, into due: inout GraphDueList) {
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard link.mask & bits != 0, let reader = link.reader, reader.isActive, reader.needsWillSet else { continue }
      if let reading, reading.reader == reader, link.reading != reading.id || link.seen & bits == 0 { continue }
      due.append(GraphDue(reader, from: .model))
    }
    due.sort()
  }

  /// The one reader, if there is only one, and these properties make a difference to it.
  @inline(__always)
  func onlyReader(of source: GraphNode, _ bits: UInt64) -> GraphNode? {
    assert(isMine(source), Self.wrongLock)
    guard let link = source.firstReader, link.nextReader == nil, link.mask & bits != 0,
      // No observer with `willSet` has lent its state, so such an interest may be left from one that has ended. Marking finds out.
      source.interest & GraphInterest.willSet == 0
    else { return nil }
    return link.reader
  }

  /// What is reading on the thread that makes a change.
  struct Reading {
    let reader: GraphNode
    let id: UInt
  }

  /// Properties of a model have changed.
  ///
  /// - Parameters:
  ///   - source: What has changed.
  ///   - bits: Which properties.
  ///   - reading: What makes the change. What it has yet to read anew is no matter to it.
  ///   - role: Which of the direct readers are marked, and notified; nil for all.
  ///   - telling: When observations that depend on derived values are notified.
  ///   - due: Collects the observers to notify, in the order in which they were started.
  func mark(
    _ source: GraphNode,
    _ bits: UInt64,
    by reading: Reading?,
    only role: GraphNode.Role? = nil,
    _ telling: GraphNode.Telling = .atOnce,
    into due: inout GraphDueList
  ) {
    assert(isMine(source), Self.wrongLock)
    if role != .observer { domain.noteMark(by: telling.number) }
    GraphQueue.run { mark(source, bits, by: reading, only: role, telling, into: &due, &$0) }
    due.sort()
  }

  @inline(__always)
  private func mark(
    _ source: GraphNode,
    _ bits: UInt64,
    by reading: Reading?,
    only role: GraphNode.Role?,
    _ telling: GraphNode.Telling,
    into due: inout GraphDueList,
    _ work: inout GraphQueue<GraphNode>
  ) {
    var interest: UInt64 = 0
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      // Links of retired readers aren't linked any more.
      guard let reader = link.reader else { continue }
      assert(isMine(reader), Self.wrongLock)
      let kind = reader.kind
      assert(kind.isActive, Self.isOver)
      interest |= link.mask | (kind.needsWillSet ? GraphInterest.willSet : 0)
      if link.mask & bits == 0 { continue }
      if let reading, reading.reader == reader, link.reading != reading.id || link.seen & bits == 0 { continue }
      if let role, kind.role != role { continue }
      if kind.role == .observer {
        guard due.appendOnce(reader, from: .model) else { continue }
        // A pass that has changed something itself decides what follows from that, and has read what it has read. An observation that is
        // notified before changes has run its pass for this property already: whether another one follows, derived values decide.
        if reading?.reader != reader, !kind.needsWillSet { reader.mark = .dirty }
      } else {
        if !kind.isDirtyAnyhow { link.hasMarkedReader = true }
        if reader.isNews(kind, telling) {
          spread(from: reader, kind, as: .dirtyByLink, telling, on: &work, into: &due)
        } else {
          reader.add(.dirtyByLink)
        }
      }
    }
    // Conservative until now: those that have gone may have been the only ones interested.
    source.setInterest(interest | source.interest & GraphInterest.foreign)
    markPending(&work, by: reading, telling, into: &due)
  }

  /// A derived value may come out otherwise than it did, since it has read something that has no place among its dependencies. `reading` and
  /// `telling` are as above.
  func markDirty(
    _ derived: GraphNode,
    by reading: Reading? = nil,
    _ telling: GraphNode.Telling = .atOnce,
    into due: inout GraphDueList
  ) {
    guard derived.isActive else { return }
    forgetMarkedLinks(of: derived)
    let kind = derived.kind
    guard derived.isNews(kind, telling) else {
      derived.add(.dirtyAnyhow)
      return
    }
    GraphQueue.run { work in
      spread(from: derived, kind, as: .dirtyAnyhow, telling, on: &work, into: &due)
      markPending(&work, by: reading, telling, into: &due)
    }
    due.sort()
  }

  /// Properties of a model have been stored that have yet to be reported: derived values may come out otherwise. Nobody is notified now:
  /// who has to is found once more when the change is reported, even by what has been read again meanwhile.
  func markDerivedValues(of source: GraphNode, _ bits: UInt64) {
    assert(isMine(source), Self.wrongLock)
    domain.noteMark(by: 0)
    GraphQueue.run { work in
      markDerivedValues(of: source, bits, as: .dirty, &work)
      while let derived = work.remove() { markDerivedValues(of: derived, .max, as: .pending, &work) }
    }
  }

  /// What a derived value has read is about to change. Until the change is reported, the value is computed whenever it is read, and so is
  /// what
  /// depends on it.
  func beginChange(behind derived: GraphNode) {
    assert(isMine(derived), Self.wrongLock)
    if !derived.isActive || derived.isDetached { return }
    derived.isUnsettled = true
    GraphQueue.run { work in
      work.add(derived)
      while let value = work.remove() { markDerivedValues(of: value, .max, as: .pending, &work) }
    }
  }

  /// A reader has been notified of derived values that may differ, and can't run now. Until it has run, it wouldn't be notified of them
  /// again. The next change is told
  /// again, since it may be made where the reader can.
  func tellAgain(_ reader: GraphNode) {
    assert(isMine(reader), Self.wrongLock)
    // Once until its pass: there may be many values, and many changes.
    if reader.isOverheard { return }
    reader.isOverheard = true
    walkDerivedValues(behind: reader) { value in
      guard value.mark != .clean, !value.isOverheard else { return false }
      value.isOverheard = true
      return true
    }
  }

  /// Goes through the derived values that a reader depends on.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - visit: Returns whether to go on to those that the value depends on in turn.
  func walkDerivedValues(behind reader: GraphNode, _ visit: (GraphNode) -> Bool) {
    GraphStack<GraphNode>.run { work in
      work.push(reader)
      while let node = work.pop() {
        var next = node.firstDependency
        while let link = next {
          next = link.nextDependency
          guard let source = link.source, source.role == .derived, visit(source) else { continue }
          work.push(source)
        }
      }
    }
  }

  func markDerivedValues(
    of source: GraphNode,
    _ bits: UInt64,
    as mark: GraphNode.Mark,
    _ work: inout GraphQueue<GraphNode>,
    of deallocation: Deallocation? = nil
  ) {
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard link.mask & bits != 0, let reader = link.reader, reader.role == .derived else { continue }
      if let deallocation, deallocation.isIrrelevant(link, to: reader) { continue }
      let isKnown = reader.mark != .clean && reader.isOverheard
      if mark == .dirty, deallocation != nil {
        forgetMarkedLinks(of: reader)
        reader.add(.dirtyAnyhow)
      } else if mark == .dirty {
        if !reader.kind.isDirtyAnyhow { link.hasMarkedReader = true }
        reader.add(.dirtyByLink)
      } else if reader.mark != .dirty {
        reader.mark = mark
      }
      reader.isOverheard = true
      if !isKnown { work.add(reader) }
    }
  }

  @inline(__always)
  private func markPending(
    _ work: inout GraphQueue<GraphNode>,
    by reading: Reading?,
    _ telling: GraphNode.Telling,
    into due: inout GraphDueList
  ) {
    if !work.isEmpty { markAllPending(&work, by: reading, telling, into: &due) }
  }

  @inline(never)
  private func markAllPending(
    _ work: inout GraphQueue<GraphNode>,
    by reading: Reading?,
    _ telling: GraphNode.Telling,
    into due: inout GraphDueList
  ) {
    // Asked of the thread: a pass may have no reading, or another one, where it makes a change.
    let isInPass = unsafe ob_pass_current().observation != nil
    GraphStack.run { done in
      while let derived = work.remove() {
        if isInPass { done.push(derived) }
        markPending(readersOf: derived, by: reading, telling, &work, into: &due)
      }
      while let derived = done.pop() { derived.isOverheard = true }
    }
  }

  @inline(__always)
  private func markPending(
    readersOf derived: GraphNode,
    by reading: Reading?,
    _ telling: GraphNode.Telling,
    _ work: inout GraphQueue<GraphNode>,
    into due: inout GraphDueList
  ) {
    var next = derived.firstReader
    while let link = next {
      next = link.nextReader
      // Links of retired readers aren't linked any more.
      guard let reader = link.reader else { continue }
      let kind = reader.kind
      assert(kind.isActive, Self.isOver)
      switch kind.role {
      case .observer:
        let isOwnChange = reading?.reader == reader
        // While the observation is running, the link belongs to its thread. A recheck may be of its own change: if that led to a pass which
        // makes another change, passes would follow for ever. So the value decides then, compared with the one that the pass has left.
        if !isOwnChange, !kind.isRunning, link.versions.areChangedByReader {
          link.versions = telling.isRecheck ? link.versions.rechecked : link.versions.mixed
        }
        if due.appendOnce(reader, from: .derived), reader.mark == .clean, !isOwnChange { reader.mark = .pending }
      case .derived:
        if reader.isNews(kind, telling) { spread(from: reader, kind, as: .pending, telling, on: &work, into: &due) }
      case .none:
        continue
      }
    }
  }

  /// A derived value may differ, and so may what depends on it, which is looked at later.
  @inline(__always)
  private func spread(
    from derived: GraphNode,
    _ kind: GraphNode.Kind,
    as mark: GraphNode.SpreadMark,
    _ telling: GraphNode.Telling,
    on work: inout GraphQueue<GraphNode>,
    into due: inout GraphDueList
  ) {
    derived.beginToSpread(kind, as: mark, telling)
    // By the time its turn comes, the memory has arrived.
    derived.prefetchFirstReader()
    work.add(derived)
    if kind.isWatched, kind.isActive { due.append(GraphDue(derived, from: .derived)) }
  }
}
