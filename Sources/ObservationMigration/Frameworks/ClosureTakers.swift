/// Functions by where they run the closures that they are given.
enum ClosureTakers {
  /// On another thread than the main one, whoever calls.
  static let elsewhere: Set = ["dataTask", "downloadTask", "uploadTask", "performBackgroundTask", "detachNewThread"]

  /// Where they are called, before they return.
  static let inPlace: Set = [
    "allSatisfy", "autoreleasepool", "compactMap", "contains", "drop", "filter", "first", "firstIndex", "flatMap",
    "forEach",
    "last", "lastIndex", "map", "max", "min", "prefix", "reduce", "removeAll", "sort", "sorted", "with",
    "withAnimation",
    "withTransaction",
  ]

  /// On the queue that they belong to.
  static let onQueue: Set = ["async", "asyncAfter", "sync", "addOperation"]

  /// On the main queue or the main actor, soon.
  static let hops: Set = [
    "DispatchQueue.main.async", "MainActor.run", "OperationQueue.main.addOperation", "RunLoop.main.perform", "Task",
  ]

  /// They hand each element of a sequence over: functions that take it as their argument, and methods of it.
  static let ofElements: Set = ["ForEach", "List"]
  /// They hand an item over that they present, if there is one.
  static let ofItems: Set = [
    "alert", "confirmationDialog", "fullScreenCover", "navigationDestination", "popover", "sheet",
  ]
  static let methodsOfElements: Set = ["forEach", "map", "compactMap", "filter", "first", "contains", "allSatisfy"]
}
