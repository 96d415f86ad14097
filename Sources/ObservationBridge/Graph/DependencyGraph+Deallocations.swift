import CObservationRuntime

extension DependencyGraph {
  /// Marks all derived values behind a model, or behind a derived property of a model, that is being deallocated. They
  /// are computed again when they are next read. Returns the observers that have read it themselves. An observer that
  /// has read only a derived value is notified of the value's next change, and not of the deallocation.
  func findReaders(ofLost source: GraphNode, _ deallocation: Deallocation) -> [FormerReader] {
    markDerivedValues(of: source, .max, as: .dirty, deallocation)
    let reading = GraphReading.place
    return source.readers.compactMap { link in
      guard let reader = link.reader, reader.role == .observer, let owner = reader.activeOwner else { return nil }
      return FormerReader(owner: owner, isKnown: reading?.reader == reader && link.isOlder(than: reading?.id ?? 0))
    }
  }

  /// The deallocation of a model on this thread.
  struct Deallocation {
    let model: GraphNode

    /// Whether a derived value that depends on the model needn't be recomputed, because this thread is computing it,
    /// and either has not read the model yet or has created it. Each recomputation would create and release another
    /// model, forever.
    func isIrrelevant(_ link: GraphLink, to derived: GraphNode) -> Bool {
      guard derived[.isRunning], let reading = GraphReading.id(computing: derived) else { return false }
      if link.reading != reading { return true }
      // Both numbers come from blocks of this thread.
      let (made, latest) = (model.computation, threadContext.last_pass)
      if made < reading || made > latest { return false }
      return ob_are_passes_of_one_block(made, reading) || ob_are_passes_of_one_block(made, latest)
    }
  }

  /// An observation that has read a deallocated model.
  struct FormerReader {
    let owner: GraphOwner
    /// Whether the observation is running, and had read this source in an earlier pass.
    var isKnown: Bool
  }
}
