extension CPUModel {
  func line(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, trend: trend.levels) { line in
      line.append(busy.description, right: Line.percentWidth, busy.style)
    }
  }
}
