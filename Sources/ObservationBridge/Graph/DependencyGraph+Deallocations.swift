import CObservationRuntime

/// How the deallocation of a model reaches its observers.
extension DependencyGraph {
  /// Handles the deallocation of a model. The links of its readers stay in their lists of dependencies, empty, until
  /// the next reading.
  ///
  /// - Returns: The result of ``findReaders(ofLost:_:)``.
  func loseReaders(of source: GraphNode, _ deallocation: Deallocation) -> [FormerReader] {
    let readers = findReaders(ofLost: source, deallocation)
    unlinkReaders(of: source)
    return readers
  }

  /// Marks all derived values behind a model, or behind a derived property of a model, that is being deallocated.
  ///
  /// - Returns: The observers that depend on it, directly or through derived values. Bare observations need no
  ///   notification and aren't included.
  func findReaders(ofLost source: GraphNode, _ deallocation: Deallocation) -> [FormerReader] {
    var readers = readers(of: source)
    GraphQueue.run { work in
      markDerivedValues(of: source, .max, as: .dirty, &work, of: deallocation)
      while let derived = work.remove() {
        readers += readersBehind(derived)
        markDerivedValues(of: derived, .max, as: .pending, &work, of: deallocation)
      }
    }
    return readers
  }

  /// Makes the next deallocation notify a reader again, after a reading that found nothing new, or a deallocation
  /// without a notification.
  func forgetLosses(of reader: GraphNode) {
    assert(isMine(reader), Self.wrongLock)
    walkDerivedValues(behind: reader) { value in
      guard value.hasLost else { return false }
      value.hasLost = false
      // The marked link may lead to a derived value that is no longer read.
      forgetMarkedLinks(of: value)
      return true
    }
  }

  /// The deallocation of a model on this thread.
  struct Deallocation {
    let model: GraphNode

    /// Whether a derived value that depends on the model needn't be recomputed, because this thread is computing it,
    /// and either has not read the model yet or has created it. Each recomputation would create and release another
    /// model, forever.
    func isIrrelevant(_ link: GraphLink, to derived: GraphNode) -> Bool {
      guard derived.isRunning, let reading = GraphReading.id(computing: derived) else { return false }
      if link.reading != reading { return true }
      // Both numbers come from blocks of this thread.
      let (made, latest) = (model.computation, ob_latest_pass())
      if made < reading || made > latest { return false }
      return ob_are_passes_of_one_block(made, reading) || ob_are_passes_of_one_block(made, latest)
    }
  }

  /// An observation that depends on a deallocated model.
  struct FormerReader {
    let owner: GraphOwner
    /// False if the observation depends on the model through derived values only.
    var isDirect = true
    /// Whether the observation is running, and had read this source in an earlier pass.
    var isKnown: Bool
  }

  /// The observers that depend on a marked derived value.
  private func readersBehind(_ derived: GraphNode) -> [FormerReader] {
    var readers = readers(of: derived)
    for index in readers.indices {
      readers[index].isDirect = false
      let node = readers[index].owner.node
      // The running pass has read an outdated value. A detached value doesn't count: the pass may have created it.
      if node.isRunning, !derived.isDetached { readers[index].isKnown = true }
      // The next check then includes the derived value.
      if node.mark == .clean { node.mark = .pending }
    }
    return readers
  }

  /// The observers that depend on a node directly, without bare observations.
  func readers(of source: GraphNode) -> [FormerReader] {
    let reading = GraphReading.place
    var readers: [FormerReader] = []
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard let reader = link.reader, reader.role == .observer, !reader.isBare, let owner = reader.activeOwner else {
        continue
      }
      let isKnown = if let reading, reading.reader == reader { link.isOlder(than: reading.id) } else { false }
      readers.append(FormerReader(owner: owner, isKnown: isKnown))
    }
    return readers
  }
}
