#if STANDARD_TRACKING
  /// The properties that passes of an observation have asked about.
  // Unchecked: key paths are immutable, and the standard library itself passes them to any thread.
  struct AskedProperties: @unchecked Sendable {
    private(set) var keyPaths: [AnyKeyPath] = []

    /// Whether adding the key path would change nothing. Compares key paths, and so may call user code.
    func knows(_ keyPath: AnyKeyPath) -> Bool {
      keyPaths.count == PassChanges.maximumCount || keyPaths.contains(keyPath)
    }

    mutating func add(_ keyPath: AnyKeyPath) {
      keyPaths.append(keyPath)
    }
  }
#endif
