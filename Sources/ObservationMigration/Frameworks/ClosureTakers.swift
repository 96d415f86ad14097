/// Functions by the place where they run their closures.
enum ClosureTakers {
  /// On another thread than the main one, whoever calls.
  static let elsewhere: Set = ["dataTask", "downloadTask", "uploadTask", "performBackgroundTask", "detachNewThread"]

  /// In place, before the functions return.
  static let inPlace = methodsOfElements.union([
    "autoreleasepool", "drop", "max", "min", "prefix", "reduce", "removeAll", "sort", "sorted", "with", "withAnimation",
    "withTransaction",
  ])

  /// On the queue that the method belongs to.
  static let onQueue: Set = ["async", "asyncAfter", "sync", "addOperation"]

  /// On the main queue or the main actor, soon.
  static let hops: Set = [
    "DispatchQueue.main.async", "MainActor.run", "OperationQueue.main.addOperation", "RunLoop.main.perform", "Task",
  ]

  /// Functions passing each element of their argument to a closure.
  static let ofElements: Set = ["ForEach", "List"]
  /// Methods passing each element of a sequence to a closure.
  static let methodsOfElements: Set = [
    "allSatisfy", "compactMap", "contains", "filter", "first", "firstIndex", "flatMap", "forEach", "last", "lastIndex",
    "map",
  ]
  /// Methods that keep a closure, and make the content of a presentation with it.
  static let ofPresentations: Set = ["fullScreenCover", "navigationDestination", "popover", "sheet"]
  /// Methods passing the presented item, if any, to a closure.
  static let ofItems = ofPresentations.union(["alert", "confirmationDialog"])
}

/// Functions of SwiftUI and of concurrency whose closures are actions, which show nothing.
enum ActionClosures {
  /// The functions whose closures run after the view has appeared: actions of the user and their consequences, and work for a
  /// queue.
  static let later = tasks.union([
    "BlockOperation", "Button", "DispatchWorkItem", "onChange", "onChanged", "onContinueUserActivity", "onDelete",
    "onDisappear", "onDrag", "onDrop", "onEnded", "onHover", "onKeyPress", "onLongPressGesture", "onMove", "onOpenURL",
    "onReceive", "onSubmit",
    "onTapGesture", "perform", "refreshable", "sink",
  ])

  /// Functions that run their closure later, in a task or on a queue.
  static let tasks: Set<String> = ["Task", "async", "asyncAfter", "detached"]

  /// With functions whose closures run when the view appears.
  static let all = later.union(["onAppear", "task"])

  /// Labels of closures that show something, in all functions.
  static let labelsOfShown: Set<String> = ["content", "label", "preview"]

  /// Functions called by SwiftUI when a view appears, though they return nothing.
  static let functionsCalledAtOnce: Set<String> = [
    "update", "updateNSView", "updateNSViewController", "updateUIView", "updateUIViewController",
    "updateWKInterfaceObject",
  ]
}
