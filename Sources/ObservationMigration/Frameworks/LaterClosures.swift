/// Functions of SwiftUI and of concurrency whose closures run later than what is around them: what the user does, and what follows from that.
enum LaterClosures {
  static let names: Set<String> = [
    "async", "asyncAfter", "Button", "detached", "onAppear", "onChange", "onChanged", "onContinueUserActivity",
    "onDelete",
    "onDisappear", "onDrag", "onDrop", "onEnded", "onHover", "onKeyPress", "onLongPressGesture", "onMove", "onOpenURL",
    "onReceive", "onSubmit", "onTapGesture", "perform", "refreshable", "sink", "Task", "task",
  ]

  /// Labels of closures that show something, whatever takes them.
  static let labelsOfShown: Set<String> = ["content", "label", "preview"]
}
