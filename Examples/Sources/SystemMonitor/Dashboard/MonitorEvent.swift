import MonitorModels

/// What can happen while the dashboard is shown.
enum MonitorEvent: Sendable {
  /// The user has pressed keys.
  case input([UInt8])
  /// The user, or the time, wants it to end.
  case quit
  /// The user wants the shell back for a while.
  case suspend
  /// The window has another size.
  case resize
  /// Nobody sees what is drawn.
  case outputClosed
  /// There are no more samples.
  case failure(SystemError)
}
