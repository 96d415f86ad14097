/// One line of the screen: pieces of text with their styles.
///
/// Every character is taken to be one column wide; see ``TerminalText``.
struct Line: Equatable, Sendable {
  /// A piece of text in one style.
  struct Run: Equatable, Sendable {
    var text: String
    var style: Style
  }

  private(set) var runs: [Run] = []

  /// The number of columns it takes.
  private(set) var width = 0

  /// A line of one piece.
  init(_ text: String = "", _ style: Style = .plain) {
    append(text, style)
  }

  /// The text alone, without spaces at its end.
  var plain: String {
    var text = runs.map(\.text).joined()
    while text.last == " " { text.removeLast() }
    return text
  }

  mutating func append(_ text: String, _ style: Style = .plain) {
    guard !text.isEmpty else { return }
    width += text.count
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
    } else {
      runs.append(Run(text: text, style: style))
    }
  }

  mutating func append(_ line: Line) {
    for run in line.runs { append(run.text, run.style) }
  }

  /// Appends text at the right end of a field.
  mutating func append(_ text: String, right columns: Int, _ style: Style = .plain) {
    append(String(repeating: " ", count: max(0, columns - text.count)))
    append(text, style)
  }

  /// Adds spaces up to a column.
  mutating func pad(to column: Int) {
    append(String(repeating: " ", count: max(0, column - width)))
  }

  /// The part that fits into so many columns.
  func truncated(to columns: Int) -> Line {
    guard width > columns else { return self }
    var line = Line()
    for run in runs {
      line.append(String(run.text.prefix(max(0, columns - line.width))), run.style)
    }
    return line
  }
}
