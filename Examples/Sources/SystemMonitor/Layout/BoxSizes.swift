import MonitorModels

/// How a large window is divided: processors above, then four boxes beside each other, then the processes.
struct BoxSizes: Equatable, Sendable {
  /// The name of the machine is left out of a window with few lines.
  let header: Int
  let top: Int
  let middle: Int
  let list: Int
  /// The width of the cores' box.
  let cores: Int

  init(_ size: WindowSize) {
    header = size.rows < 28 ? 0 : 1
    let rows = size.rows - header - 1
    top = min(max(6, rows / 4), 16)
    middle = min(max(6, rows / 5), 12)
    list = rows - top - middle
    cores = min(max(26, size.columns / 3), 64)
  }
}
