enum CombineNames {
  /// Methods taking publishers of any type, and nothing else.
  static let takingPublishersOnly: Set = ["combineLatest", "merge", "onReceive", "zip"]

  static let takingPublishers = takingPublishersOnly.union(["append", "drop", "prefix", "prepend"])

  /// Operators whose closures get the values of the publisher.
  static let takingValues: Set = [
    "compactMap", "drop", "filter", "first", "flatMap", "map", "prefix", "removeDuplicates", "sink", "tryMap",
  ]

  /// Operators passing the values on unchanged.
  static let passingValuesOn: Set = [
    "debounce", "delay", "drop", "dropFirst", "eraseToAnyPublisher", "filter", "first", "handleEvents", "prefix",
    "print", "receive", "removeDuplicates", "share", "subscribe", "throttle",
  ]

  /// Operators that deliver values later, when the change has been made.
  static let deliveringLater: Set = ["debounce", "delay", "receive", "throttle"]

  /// Operators whose closures may return a publisher of any type.
  static let takingPublishersFromClosures: Set = ["flatMap", "map"]

  /// The names that rules write, as parts of longer names.
  static let written = ["AnyCancellable", "ObservableObjectPublisher", "Subject", "sink {"]

  /// The names whose mention keeps the import.
  static let all: Set = [
    "AnyCancellable", "AnyPublisher", "AnySubject", "AnySubscriber", "Cancellable", "Combine", "ConnectablePublisher",
    "CurrentValueSubject", "CustomCombineIdentifierConvertible", "Deferred", "Empty", "Fail", "Future",
    "ImmediateScheduler", "Just", "ObservableObject", "ObservableObjectPublisher", "PassthroughSubject", "Published",
    "Publisher", "Publishers", "Record", "Scheduler", "SchedulerTimeType", "Subject", "Subscriber", "Subscribers",
    "Subscription", "Subscriptions", "TopLevelDecoder", "TopLevelEncoder", "assign", "autoconnect",
    "dataTaskPublisher", "combineLatest", "connect", "debounce", "eraseToAnyPublisher", "handleEvents", "multicast",
    "objectWillChange", "publish", "removeDuplicates", "throttle", "onReceive", "publisher", "receive", "sink", "store",
    "subscribe",
  ]
}

enum MainScheduler {
  static let names: Set = ["DispatchQueue.main", "RunLoop.main", "OperationQueue.main"]
}
