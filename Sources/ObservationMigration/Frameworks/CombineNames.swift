/// Names of Combine whose mention keeps its import.
enum CombineNames {
  /// Methods that take publishers of any type, and nothing else.
  static let takingPublishersOnly: Set = ["combineLatest", "merge", "onReceive", "zip"]

  /// Methods that take a publisher of any type.
  static let takingPublishers = takingPublishersOnly.union(["append", "drop", "prefix", "prepend"])

  /// Operators whose closures are given the values of the publisher.
  static let takingValues: Set = [
    "compactMap", "drop", "filter", "first", "flatMap", "map", "prefix", "removeDuplicates", "sink", "tryMap",
  ]

  /// Operators that send on the values that they are given, and no others.
  static let passingValuesOn: Set = [
    "debounce", "delay", "drop", "dropFirst", "eraseToAnyPublisher", "filter", "first", "handleEvents", "prefix",
    "print",
    "receive", "removeDuplicates", "share", "subscribe", "throttle",
  ]

  /// Operators whose closures may return a publisher of any type.
  static let takingPublishersFromClosures: Set = ["flatMap", "map"]

  /// The names that rules write, as parts of longer names.
  static let written = ["AnyCancellable", "ObservableObjectPublisher", "Subject", "sink {"]

  static let all: Set = [
    "AnyCancellable", "AnyPublisher", "AnySubject", "AnySubscriber", "Cancellable", "Combine", "ConnectablePublisher",
    "CurrentValueSubject", "CustomCombineIdentifierConvertible", "Deferred", "Empty", "Fail", "Future",
    "ImmediateScheduler", "Just", "ObservableObject", "ObservableObjectPublisher", "PassthroughSubject", "Published",
    "Publisher", "Publishers", "Record", "Scheduler", "SchedulerTimeType", "Subject", "Subscriber", "Subscribers",
    "Subscription",
    "Subscriptions", "TopLevelDecoder", "TopLevelEncoder", "assign", "autoconnect", "dataTaskPublisher",
    "combineLatest", "connect", "debounce", "eraseToAnyPublisher", "handleEvents", "multicast", "objectWillChange",
    "publish", "removeDuplicates", "throttle", "onReceive", "publisher", "receive", "sink", "store", "subscribe",
  ]
}

/// Schedulers that run on the main thread.
enum MainScheduler {
  static let names: Set = ["DispatchQueue.main", "RunLoop.main", "OperationQueue.main"]
}
