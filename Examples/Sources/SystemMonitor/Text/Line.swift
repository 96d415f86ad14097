import MonitorModels

/// One line of the screen: pieces of text with their styles.
///
/// Every character is taken to be one column wide; see ``TerminalText``.
struct Line: Equatable, Sendable {
  /// A piece of text in one style.
  struct Run: Equatable, Sendable {
    fileprivate(set) var text: String
    let style: Style
    /// The number of columns it takes. Counting the characters of a graph takes longer than drawing it, so it is done once.
    fileprivate(set) var width: Int
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
    append(text, width: text.columnCount, style)
  }

  /// Appends a character so many times.
  mutating func append(_ character: Character, count: Int, _ style: Style = .plain) {
    guard count > 0 else { return }
    append(String(repeating: character, count: count), width: count, style)
  }

  mutating func append(_ line: Line) {
    for run in line.runs { append(run.text, width: run.width, run.style) }
  }

  private mutating func append(_ text: String, width columns: Int, _ style: Style) {
    guard columns > 0 else { return }
    width += columns
    if let last = runs.indices.last, runs[last].style == style {
      runs[last].text += text
      runs[last].width += columns
    } else {
      runs.append(Run(text: text, style: style, width: columns))
    }
  }

  /// Appends text at the right end of a field.
  mutating func append(_ text: String, right columns: Int, _ style: Style = .plain) {
    let width = text.columnCount
    append(" ", count: columns - width)
    append(text, width: width, style)
  }

  /// Adds spaces up to a column.
  mutating func pad(to column: Int) {
    append(" ", count: column - width)
  }

  /// The part that fits into so many columns.
  func truncated(to columns: Int) -> Line {
    guard width > columns else { return self }
    var line = Line()
    for run in runs {
      let room = columns - line.width
      if run.width <= room {
        line.append(run.text, width: run.width, run.style)
      } else {
        line.append(String(run.text.prefix(max(0, room))), width: max(0, room), run.style)
      }
    }
    return line
  }
}

extension String {
  /// How many characters it has, found without looking for their boundaries where all are ASCII.
  fileprivate var columnCount: Int {
    utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count
  }
}
