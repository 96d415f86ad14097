extension PassCounts {
  /// All counts in one sentence.
  var summary: String {
    let passes = Panel.allCases.map { "\($0.title.lowercased()) \(panels[$0.rawValue])" }
    return "\(samples) samples; passes: \(passes.joined(separator: ", ")), footer \(footer)"
  }

  /// The footer: as many lines as there are, with short names where the long ones need more.
  func lines(height: Int, _ columns: RowColumns) -> [Line] {
    if columns.isShort { return Array(wrapped(shortItems, columns.width).prefix(height)) }
    let long = wrapped(longItems, columns.width)
    return long.count <= height ? long : Array(wrapped(shortItems, columns.width).prefix(height))
  }

  private var longItems: [Line] {
    [.item("samples", samples)] + Panel.allCases.map { .item($0.title.lowercased(), panels[$0.rawValue]) }
  }

  private var shortItems: [Line] {
    [.item("samples", samples)] + Panel.allCases.map { .item($0.shortTitle, panels[$0.rawValue]) }
  }

  private func wrapped(_ items: [Line], _ width: Int) -> [Line] {
    var lines = [Line.marginal]
    for item in items {
      let separator = lines[lines.count - 1].width > RowColumns.margin ? "  " : ""
      if lines[lines.count - 1].width + separator.count + item.width > width {
        lines.append(.marginal)
      } else {
        lines[lines.count - 1].append(separator)
      }
      lines[lines.count - 1].append(item)
    }
    return lines
  }
}

extension Line {
  fileprivate static var marginal: Line {
    var line = Line()
    line.pad(to: RowColumns.margin)
    return line
  }

  fileprivate static func item(_ name: String, _ count: Int) -> Line {
    var line = Line()
    line.append("\(name) ", .dim)
    line.append("\(count)")
    return line
  }
}
