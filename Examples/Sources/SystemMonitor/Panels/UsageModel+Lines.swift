extension UsageModel {
  func line(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, trend: trend.levels) { line in
      line.append(share.description, right: Line.percentWidth, share.style)
      if columns.isShort {
        line.append(used.short, right: 6)
      } else {
        line.append(used.description, right: 9)
        line.append(" of \(total)", .dim)
      }
    }
  }
}
