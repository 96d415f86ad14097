/// Functions of SwiftUI and of concurrency whose closures are actions: they show nothing.
enum ActionClosures {
  /// The functions whose closures run only after the view has appeared: the user's actions, and what follows from them.
  static let later: Set<String> = [
    "Button", "Task", "async", "asyncAfter", "detached", "onChange", "onChanged", "onContinueUserActivity", "onDelete",
    "onDisappear", "onDrag", "onDrop", "onEnded", "onHover", "onKeyPress", "onLongPressGesture", "onMove", "onOpenURL",
    "onReceive", "onSubmit", "onTapGesture", "perform", "refreshable", "sink",
  ]

  /// With those whose closures run when the view appears.
  static let all = later.union(["onAppear", "task"])

  /// Labels of closures that show something, whatever takes them.
  static let labelsOfShown: Set<String> = ["content", "label", "preview"]

  /// Functions that SwiftUI calls when a view appears, though they return nothing.
  static let functionsCalledAtOnce: Set<String> = [
    "update", "updateNSView", "updateNSViewController", "updateUIView", "updateUIViewController",
    "updateWKInterfaceObject",
  ]
}
