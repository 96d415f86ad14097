import MonitorModels

extension CPUModel {
  var value: Line {
    Line(busy.description, busy.style)
  }

  func row(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, graph: trend.line) { line in
      line.append(busy.description, right: Line.percentWidth, busy.style)
    }
  }
}
