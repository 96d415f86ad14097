/// Which of the derived values have changed that an observation has read.
extension GraphNode {
  /// Whether a derived value at a key path differs from what the pass before has read, which may have to be found out by computing it.
  ///
  /// `reading` is the number of the reading that is under way.
  func hasChangedValue(at keyPath: AnyKeyPath, in reading: UInt) -> Bool {
    // It has read nothing yet.
    if domain == nil { return false }
    // Compared outside the lock: the key paths of subscripts compare their arguments.
    return valuesRead(before: reading).contains { value, version in
      value.keyPath == keyPath && value.differs(from: version)
    }
  }

  /// The derived values that the pass before has read, but for those of which the present one has found that they are the same; and which
  /// version it has read.
  private func valuesRead(before reading: UInt) -> [(value: DerivedNode, version: UInt32)] {
    let values = Graph.withLock(of: self) { _ in
      var values: [(GraphOwner, UInt32)] = []
      var next = firstDependency
      while let link = next {
        next = link.nextDependency
        guard let source = link.source, source.role == .derived, let owner = source.activeOwner else { continue }
        let versions = link.versions
        if link.reading != reading {
          values.append((owner, versions.last))
        } else if !versions.areTheSame {
          values.append((owner, versions.before))
        }
      }
      return values
    }
    return values.compactMap { owner, version in owner.asDerivedValue.map { ($0, version) } }
  }
}

extension GraphOwner {
  /// The derived value that is all that an observation has read of registrar models and derived values, if that is so.
  var onlyDerivedValue: DerivedNode? {
    let node = node
    if node.domain == nil { return nil }
    return Graph.withLock(of: node) { _ -> GraphOwner? in
      guard let link = node.firstDependency, link.nextDependency == nil else { return nil }
      return link.source?.activeOwner
    }?.asDerivedValue
  }
}
