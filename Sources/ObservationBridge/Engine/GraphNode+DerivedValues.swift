/// Which of the derived values have changed that an observation has read.
extension GraphNode {
  /// The derived values that have changed since they were read, or have yet to show whether they have.
  var valuesThatMayHaveChanged: [AnyKeyPath] {
    values { edge, source in source.mark != .clean || source.version != edge.versions.last }
  }

  /// The same, asked during the reading that has this number, of what had changed when that began.
  func valuesThatHadChanged(before reading: UInt) -> [AnyKeyPath] {
    values { edge, source in
      if edge.reading == reading { return edge.versions.last != edge.versions.before }
      return source.mark != .clean || source.version != edge.versions.last
    }
  }

  /// The key paths of those for which `hasChanged` is true, which is called with the lock.
  private func values(_ hasChanged: (GraphEdge, GraphNode) -> Bool) -> [AnyKeyPath] {
    let values = Graph.withLock(of: self) { _ in
      var values: [GraphOwner] = []
      var next = firstDependency
      while let edge = next {
        next = edge.nextDependency
        guard let source = edge.source, let owner = source.activeOwner else { continue }
        if hasChanged(edge, source) { values.append(owner) }
      }
      return values
    }
    return values.compactMap { $0.asDerivedValue?.keyPath }
  }
}
