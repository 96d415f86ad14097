import MonitorModels

extension ThroughputModel {
  func row(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, graph: trend.line) { line in
      guard let incoming, let outgoing else {
        line.append("not available", .dim)
        return
      }
      if columns.isShort {
        line.append("↓", .dim)
        line.append(incoming.short, right: 4)
        line.append(" ↑", .dim)
        line.append(outgoing.short, right: 5)
      } else {
        line.append("↓", .dim)
        line.append("\(incoming)/s", right: 11)
        line.append("   ↑", .dim)
        line.append("\(outgoing)/s", right: 11)
      }
    }
  }

  /// Both directions, and the graph of their sum.
  func lines(width: Int) -> [Line] {
    guard let incoming, let outgoing else { return [Line(" not available", .dim)] }
    let isShort = width < 28
    var line = Line(" ↓", .dim)
    line.append(isShort ? incoming.short : "\(incoming)/s", right: isShort ? 5 : 10)
    line.append("  ↑", .dim)
    line.append(isShort ? outgoing.short : "\(outgoing)/s", right: isShort ? 5 : 10)
    return [line] + trend.lines(.rate)
  }
}
