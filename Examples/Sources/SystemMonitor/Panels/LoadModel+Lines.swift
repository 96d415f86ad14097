extension LoadModel {
  func line(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, trend: trend.levels) { line in
      line.append(one.description, right: Line.percentWidth - 2)
      // The older means are the first to go.
      if columns.isShort { return }
      line.append(five.description, right: 11, .dim)
      line.append(fifteen.description, right: 8, .dim)
    }
  }
}
