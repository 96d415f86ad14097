import MonitorModels

/// What a key asks of the dashboard.
enum Request: Equatable, Sendable {
  case quit
  case redraw
  case sort(ProcessOrder.Key)
  case move(ProcessMove)
  case filter(String)
  /// Drop the filter and the selection.
  case showAll
  case send(ProcessSignal, ProcessRow)
}
