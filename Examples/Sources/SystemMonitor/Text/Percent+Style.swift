import MonitorModels

extension Percent {
  /// Tells how alarming a share of a limited resource is.
  var style: Style {
    switch tenths {
    case ..<500: .plain
    case ..<800: .warning
    default: .alarm
    }
  }
}
