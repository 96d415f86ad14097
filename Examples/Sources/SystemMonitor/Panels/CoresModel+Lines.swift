extension CoresModel {
  /// A line for each core where there is room, else one line with a bar for each.
  func lines(_ title: String, height: Int, _ columns: RowColumns) -> [Line] {
    if height >= cores.count {
      return cores.enumerated().map { $1.line("\(title == Panel.cores.title ? "Core" : "Co") \($0)", columns) }
    }
    let bars = Line.row(title, columns) { line in
      line.pad(to: line.width + Line.percentWidth - min(Line.percentWidth, cores.count))
      line.append(String(cores.map(\.level.glyph)), .trend)
    }
    return [bars]
  }
}

extension CoreModel {
  fileprivate func line(_ title: String, _ columns: RowColumns) -> Line {
    .row(title, columns, trend: trend.levels) { line in
      line.append(busy.description, right: Line.percentWidth, busy.style)
    }
  }
}
