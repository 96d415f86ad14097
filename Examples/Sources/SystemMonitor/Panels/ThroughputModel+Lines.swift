extension ThroughputModel {
  func line(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, trend: trend.levels) { line in
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
}
