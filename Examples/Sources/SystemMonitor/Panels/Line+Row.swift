import MonitorModels

extension Line {
  /// The width of a percentage, like `100.0 %`.
  static let percentWidth = 7

  /// A row with a name, a value and a graph.
  static func row(_ label: String, _ columns: RowColumns, graph: Line = Line(), value: (inout Line) -> Void) -> Line {
    var line = Line()
    line.pad(to: RowColumns.margin)
    line.append(label, .label)
    line.pad(to: RowColumns.margin + columns.label)
    value(&line)
    if columns.trend > 0 {
      line.pad(to: RowColumns.margin + columns.label + columns.value)
      line.append(graph)
    }
    return line
  }
}
