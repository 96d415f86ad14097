import MonitorModels

extension LoadModel {
  func row(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, graph: trend.line) { line in
      line.append(one.description, right: Line.percentWidth - 2)
      // The older means are the first to go.
      if columns.isShort { return }
      line.append(five.description, right: 11, .dim)
      line.append(fifteen.description, right: 8, .dim)
    }
  }

  /// The means over one, five and fifteen minutes, and the graph of the first.
  func lines() -> [Line] {
    var line = Line(" \(one)")
    line.append(" \(five) \(fifteen)", .dim)
    return [line] + trend.lines(.load(coreCount: coreCount))
  }
}
