/// Functions of SwiftUI and of concurrency whose closures are actions, which show nothing.
enum ActionClosures {
  /// The functions whose closures run only after the view has appeared: actions of the user, and their consequences.
  static let later: Set<String> = [
    "Button", "Task", "async", "asyncAfter", "detached", "onChange", "onChanged", "onContinueUserActivity", "onDelete",
    "onDisappear", "onDrag", "onDrop", "onEnded", "onHover", "onKeyPress", "onLongPressGesture", "onMove", "onOpenURL",
    "onReceive", "onSubmit", "onTapGesture", "perform", "refreshable", "sink",
  ]

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
