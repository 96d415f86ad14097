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

  /// A model, or a derived property of it, is deallocated. Derived values that have read it are computed again when they are next read.
  ///
  /// - Returns: The observations that have read it themselves. An observation that has read only a derived value is notified of the value's
  ///   next change, and not of the deallocation.
  func findReaders(ofLost source: GraphNode, _ deallocation: Deallocation) -> [FormerReader] {
    GraphQueue.run { work in
      markDerivedValues(of: source, .max, as: .dirty, &work, of: deallocation)
      while let derived = work.remove() { markDerivedValues(of: derived, .max, as: .pending, &work, of: deallocation) }
    }
    return readers(of: source)
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

  /// An observation that has read a model which is deallocated.
  struct FormerReader {
    let owner: GraphOwner
    /// Whether its pass is running here, and an earlier pass has read the model.
    var isKnown: Bool
  }

  private func readers(of source: GraphNode) -> [FormerReader] {
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
