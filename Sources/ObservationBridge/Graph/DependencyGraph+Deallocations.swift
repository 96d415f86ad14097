import CObservationRuntime

/// Deallocated models: their observers are notified.
extension DependencyGraph {
  /// A model has been deallocated: its readers keep empty links until they read anew.
  ///
  /// - Returns: What ``findReaders(ofLost:_:)`` does.
  func loseReaders(of source: GraphNode, _ deallocation: Deallocation) -> [FormerReader] {
    let readers = findReaders(ofLost: source, deallocation)
    unlinkReaders(of: source)
    return readers
  }

  /// A model, or a derived property of it, goes. What was computed of it may come out otherwise.
  ///
  /// - Returns: The observations that have depended on it, directly or not.
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

  /// A reader has read nothing anew after a deallocation, or hasn't been notified of it. It has to be notified of the next deallocation as
  /// well.
  func forgetLosses(of reader: GraphNode) {
    assert(isMine(reader), Self.wrongLock)
    walkDerivedValues(behind: reader) { value in
      guard value.hasLost else { return false }
      value.hasLost = false
      // It may be that the value isn't read any more by what depends on it.
      forgetMarkedLinks(of: value)
      return true
    }
  }

  /// A model that is deallocated on this thread.
  struct Deallocation {
    let model: GraphNode

    /// Whether a derived value that depends on the model, or on what depends on it, needn't be looked at again.
    ///
    /// It's being computed here, and has yet to read the model, or has made it: another computation would only make and release another one.
    func isIrrelevant(_ link: GraphLink, to derived: GraphNode) -> Bool {
      guard derived.isRunning, let reading = GraphReading.id(computing: derived) else { return false }
      if link.reading != reading { return true }
      // The blocks of both are this thread's.
      let (made, latest) = (model.computation, ob_latest_pass())
      if made < reading || made > latest { return false }
      return ob_are_passes_of_one_block(made, reading) || ob_are_passes_of_one_block(made, latest)
    }
  }

  /// An observation that has read something which goes.
  struct FormerReader {
    let owner: GraphOwner
    /// Whether it has read that itself, and not only a derived value which has.
    var isDirect = true
    /// Whether it reads right now, and that is known not to be the first time that it has read this.
    var isKnown: Bool
  }

  /// The observations that depend on something by way of a derived value, which may come out otherwise.
  private func readersBehind(_ derived: GraphNode) -> [FormerReader] {
    var readers = readers(of: derived)
    for index in readers.indices {
      readers[index].isDirect = false
      let node = readers[index].owner.node
      // What it has read in this pass is too old now. Values that nobody holds it may have made itself.
      if node.isRunning, !derived.isDetached { readers[index].isKnown = true }
      // Where they look, they look at the value.
      if node.mark == .clean { node.mark = .pending }
    }
    return readers
  }

  /// The observations that depend on something directly.
  func readers(of source: GraphNode) -> [FormerReader] {
    let reading = GraphReading.place
    var readers: [FormerReader] = []
    var next = source.firstReader
    while let link = next {
      next = link.nextReader
      guard let reader = link.reader, reader.role == .observer, let owner = reader.activeOwner else { continue }
      let isKnown = if let reading, reading.reader == reader { link.isOlder(than: reading.id) } else { false }
      readers.append(FormerReader(owner: owner, isKnown: isKnown))
    }
    return readers
  }
}
