#if STANDARD_TRACKING
  /// The properties that passes of an observation have asked for.
  // Unchecked: key paths are immutable, and the standard library itself hands them to any thread.
  struct AskedProperties: @unchecked Sendable {
    private(set) var keyPaths: [AnyKeyPath] = []

    /// Whether nothing changes if this one is added. Compares key paths, and so may run code of the user's.
    func knows(_ keyPath: AnyKeyPath) -> Bool {
      keyPaths.count == PassChanges.maximumCount || keyPaths.contains(keyPath)
    }

    mutating func add(_ keyPath: AnyKeyPath) {
      keyPaths.append(keyPath)
    }
  }
#endif
