import MonitorModels

extension Trend {
  /// The graph on one line, with a colour for each column's height.
  var line: Line {
    var line = Line()
    for level in levels {
      line.append(String(level?.glyph() ?? " "), level.map { .graph(share: $0.share) } ?? .plain)
    }
    return line
  }

  /// The graph with its scale, as many lines as there is room for. Colours go by the height.
  func lines(_ scale: GraphScale) -> [Line] {
    let rows = size.rows
    let levels = levels
    return (0..<rows).map { row in
      var line = Line()
      line.append(scale.label(row: row, of: rows), right: GraphScale.width - 1, .dim)
      line.append(" ")
      line.append(graphLine(levels, row))
      return line
    }
  }

  /// The graph alone.
  func lines() -> [Line] {
    let levels = levels
    return (0..<size.rows).map { graphLine(levels, $0) }
  }

  private func graphLine(_ levels: [Level?], _ row: Int) -> Line {
    let fromBottom = size.rows - 1 - row
    var line = Line()
    let text = String(levels.map { $0?.glyph(inRow: fromBottom) ?? " " })
    line.append(text, .graph(share: (Double(fromBottom) + 0.5) / Double(size.rows)))
    return line
  }
}
