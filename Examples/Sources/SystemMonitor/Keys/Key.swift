import MonitorModels

/// A key that the user has pressed.
enum Key: Equatable, Sendable {
  case character(Character)
  case up, down, left, right, pageUp, pageDown, home, end
  case enter, escape, backspace
  /// Ctrl-L, which asks for everything to be drawn again.
  case redraw
}
