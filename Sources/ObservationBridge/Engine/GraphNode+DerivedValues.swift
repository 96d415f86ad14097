extension GraphNode {
  /// Whether the derived value at a key path differs from the version read by the previous pass. The value may have to
  /// be computed for the answer. `reading` is the number of the current reading.
  func hasChangedValue(at keyPath: AnyKeyPath, in reading: UInt) -> Bool {
    // The observation hasn't read anything yet.
    if domain == nil { return false }
    // The derived values read by the previous pass, with versions, unless the current pass found them unchanged.
    let values: [(value: DerivedNode, version: UInt32)] = Graph.withLock(of: self) { _ in
      dependencies.compactMap { link in
        guard let value = link.derivedSource?.activeOwner?.asDerivedValue else { return nil }
        let versions = link.versions
        if link.reading != reading { return (value, versions.last) }
        return versions.areTheSame ? nil : (value, versions.before)
      }
    }
    // Compared without the lock: key paths of subscripts compare their arguments.
    return values.contains { value, version in value.keyPath == keyPath && value.differs(from: version) }
  }

  /// The only dependency of an observation on registrar models and derived values, if it's a derived value.
  var onlyDerivedValue: DerivedNode? {
    if domain == nil { return nil }
    return Graph.withLock(of: self) { _ in
      guard let link = firstDependency, link.nextDependency == nil else { return nil }
      return link.derivedSource?.activeOwner?.asDerivedValue
    }
  }
}
