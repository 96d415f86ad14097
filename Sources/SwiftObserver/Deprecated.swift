// Names of former versions.

// MARK: 6

@available(*, deprecated, renamed: "ObservableCache")
public typealias BufferedObservable = ObservableCache

@available(*, deprecated, renamed: "Cache")
public typealias Buffer = Cache
