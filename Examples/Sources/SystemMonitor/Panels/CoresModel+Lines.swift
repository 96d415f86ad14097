import MonitorModels

extension CoresModel {
  /// A line for each core where there is room, else one line with a bar for each.
  func rows(_ title: String, height: Int, _ columns: RowColumns) -> [Line] {
    if height >= cores.count {
      return cores.enumerated().map { $1.row("\(title == Panel.cores.title ? "Core" : "Co") \($0)", columns) }
    }
    let bars = Line.row(title, columns) { line in
      line.pad(to: line.width + Line.percentWidth - min(Line.percentWidth, cores.count))
      for core in cores { line.append(core.trend.line) }
    }
    return [bars]
  }

  /// The cores in a box: below each other, in columns where there are many, or as mere bars where there are too many.
  func lines(in grid: CoreGrid) -> [Line] {
    guard grid.columns > 0 else { return bars(grid) }
    let cells = cores.enumerated().map { $1.cell($0, grid) }
    return (0..<grid.lines).flatMap { index in
      (0..<max(1, grid.graph.rows)).map { row in
        var line = Line()
        for column in 0..<grid.columns where index + column * grid.lines < cells.count {
          line.pad(to: column * (grid.cellWidth + 1))
          line.append(cells[index + column * grid.lines][row])
        }
        return line
      }
    }
  }

  private func bars(_ grid: CoreGrid) -> [Line] {
    let bars = cores.map { $0.trend.lines() }
    return (0..<grid.graph.rows).map { row in
      var line = Line()
      for bar in bars { line.append(bar[row]) }
      return line
    }
  }
}

extension CoreModel {
  fileprivate func row(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, graph: trend.line) { line in
      line.append(busy.description, right: Line.percentWidth, busy.style)
    }
  }

  /// Its number, graph and value, on as many lines as the graph has.
  fileprivate func cell(_ index: Int, _ grid: CoreGrid) -> [Line] {
    let graph = grid.graph.rows > 1 ? trend.lines() : [trend.line]
    return graph.enumerated().map { row, graph in
      var line = Line()
      if row == 0 { line.append(" \(index)", .label) }
      line.pad(to: grid.labelWidth)
      line.append(graph)
      if row == 0 { line.append(busy.description, right: CoreGrid.valueWidth, busy.style) }
      line.pad(to: grid.cellWidth)
      return line
    }
  }
}
