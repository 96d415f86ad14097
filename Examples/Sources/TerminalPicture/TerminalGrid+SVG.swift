extension TerminalGrid {
  private static let cellWidth = 8.4
  private static let cellHeight = 17.0
  private static let margin = 12.0
  private static let background = "#1b1d23"
  private static let foreground = "#d7dae0"
  private static let dimmed = "#868d99"
  private static let colors = [
    "#5b6270", "#f2726f", "#7bc77e", "#e5b95c", "#6ca8f0", "#c88be0", "#5cc3cf", "#d7dae0",
  ]

  /// The screen as a picture, with a dark background in any surroundings.
  ///
  /// - Parameter title: What the picture shows, for those who can't see it.
  /// - Returns: The text of an SVG file.
  package func svg(title: String) -> String {
    let width = Double(columns) * Self.cellWidth + 2 * Self.margin
    let height = Double(rows) * Self.cellHeight + 2 * Self.margin
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.number(width))" height="\(Self.number(height))" \
      viewBox="0 0 \(Self.number(width)) \(Self.number(height))" role="img" aria-label="\(Self.escaped(title))">
      <title>\(Self.escaped(title))</title>
      <rect width="100%" height="100%" rx="8" fill="\(Self.background)"/>
      <g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" \
      fill="\(Self.foreground)" xml:space="preserve">

      """
    for (row, line) in cells.enumerated() {
      for run in runs(of: line) { svg += Self.elements(for: run, row: row) }
    }
    return svg + "</g>\n</svg>\n"
  }

  /// How characters are drawn.
  private enum Kind {
    case text
    /// Block characters as one shape, since fonts leave gaps between them.
    case bars
    /// The lines of frames, for the same reason.
    case lines

    init(_ character: Character) {
      if TerminalGrid.eighths(character) != nil {
        self = .bars
      } else {
        self = "─│╭╮╰╯".contains(character) ? .lines : .text
      }
    }
  }

  /// Neighbours that look alike, without those that show nothing.
  private struct Run {
    var column: Int
    var text: String
    var style: TerminalStyle
    var kind: Kind
  }

  private func runs(of line: [Cell]) -> [Run] {
    var runs: [Run] = []
    for (column, cell) in line.enumerated() {
      let kind = Kind(cell.character)
      if let last = runs.last, last.style == cell.style, last.kind == kind,
        last.column + last.text.count == column
      {
        runs[runs.count - 1].text.append(cell.character)
      } else {
        runs.append(Run(column: column, text: String(cell.character), style: cell.style, kind: kind))
      }
    }
    return runs.filter { run in run.style.isReversed || run.text.contains { $0 != " " } }
  }

  private static func elements(for run: Run, row: Int) -> String {
    let x = margin + Double(run.column) * cellWidth
    let y = margin + Double(row) * cellHeight
    let color = run.style.color.map { colors[$0] } ?? (run.style.isDim ? dimmed : foreground)
    switch run.kind {
    case .bars: return bars(run.text, color, x, y)
    case .lines: return lines(run.text, color, x, y)
    case .text: break
    }
    var elements = ""
    if run.style.isReversed {
      let width = number(Double(run.text.count) * cellWidth)
      elements +=
        "<rect x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(width)\" height=\"\(number(cellHeight))\" fill=\"\(color)\"/>\n"
    }
    let fill = run.style.isReversed ? background : color
    let weight = run.style.isBold ? " font-weight=\"bold\"" : ""
    // The length holds the columns together, whatever the width of the font's characters.
    let length = number(Double(run.text.count) * cellWidth)
    elements +=
      "<text x=\"\(number(x))\" y=\"\(number(y + cellHeight * 0.76))\" textLength=\"\(length)\" fill=\"\(fill)\"\(weight)>"
      + "\(escaped(run.text))</text>\n"
    return elements
  }

  private static func bars(_ text: String, _ color: String, _ x: Double, _ y: Double) -> String {
    let bottom = y + cellHeight
    var path = "M\(number(x)) \(number(bottom))"
    for (index, character) in text.enumerated() {
      let top = bottom - cellHeight * Double(eighths(character) ?? 0) / 8
      path += "V\(number(top))H\(number(x + Double(index + 1) * cellWidth))"
    }
    return "<path d=\"\(path)V\(number(bottom))Z\" fill=\"\(color)\"/>\n"
  }

  private static func lines(_ text: String, _ color: String, _ x: Double, _ y: Double) -> String {
    var path = ""
    for (index, character) in text.enumerated() {
      let left = x + Double(index) * cellWidth
      let (right, bottom) = (number(left + cellWidth), number(y + cellHeight))
      let center = "\(number(left + cellWidth / 2)) \(number(y + cellHeight / 2))"
      let (middleX, middleY) = (number(left + cellWidth / 2), number(y + cellHeight / 2))
      let stroke =
        switch character {
        case "─": "M\(number(left)) \(middleY)H\(right)"
        case "│": "M\(middleX) \(number(y))V\(bottom)"
        case "╭": "M\(middleX) \(bottom)Q\(center) \(right) \(middleY)"
        case "╮": "M\(middleX) \(bottom)Q\(center) \(number(left)) \(middleY)"
        case "╰": "M\(middleX) \(number(y))Q\(center) \(right) \(middleY)"
        default: "M\(middleX) \(number(y))Q\(center) \(number(left)) \(middleY)"
        }
      path += stroke
    }
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"\(color)\"/>\n"
  }

  private static func eighths(_ character: Character) -> Int? {
    guard let scalar = character.unicodeScalars.first, (0x2581...0x2588).contains(scalar.value) else { return nil }
    return Int(scalar.value) - 0x2580
  }

  /// With one decimal at most.
  private static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      // Otherwise spaces beside each other would be one.
      case " ": "\u{A0}"
      default: String(character)
      }
    }.joined()
  }
}
