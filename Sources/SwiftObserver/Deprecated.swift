// Names of former versions.

// MARK: 6

/// A former name.
@available(*, deprecated, renamed: "ObservableCache")
public typealias BufferedObservable = ObservableCache

/// A former name.
@available(*, deprecated, renamed: "Cache")
public typealias Buffer = Cache
