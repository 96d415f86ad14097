/// What a terminal shows after the output of a program, as far as full-screen programs of this package use one.
package struct TerminalGrid: Equatable, Sendable {
  package struct Cell: Equatable, Sendable {
    package var character: Character = " "
    package var style = TerminalStyle()
  }

  package let columns: Int
  package let rows: Int
  package private(set) var cells: [[Cell]]
  /// How many characters were written beyond the edges.
  package private(set) var lost = 0
  private var row = 0
  private var column = 0
  private var style = TerminalStyle()

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  /// The lines without spaces at their ends.
  package var lines: [String] {
    cells.map { line in
      var text = String(line.map(\.character))
      while text.last == " " { text.removeLast() }
      return text
    }
  }

  /// Shows a piece of output, which must not end within an escape sequence.
  package mutating func show(_ output: String) {
    var rest = output[...]
    while let character = rest.popFirst() {
      switch character {
      case "\u{1B}": escape(&rest)
      case "\r": column = 0
      case "\n", "\r\n":
        column = 0
        row += 1
      default: write(character)
      }
    }
  }

  private mutating func write(_ character: Character) {
    if cells.indices.contains(row), cells[row].indices.contains(column) {
      cells[row][column] = Cell(character: character, style: style)
    } else {
      lost += 1
    }
    column += 1
  }

  /// Follows a sequence that begins with `ESC [`.
  private mutating func escape(_ rest: inout Substring) {
    guard rest.first == "[" else { return }
    rest.removeFirst()
    guard let end = rest.firstIndex(where: \.isLetter) else { return }
    let parameters = rest[..<end].split(separator: ";").map { Int($0) ?? 0 }
    let command = rest[end]
    rest = rest[rest.index(after: end)...]
    switch command {
    case "H":
      row = (parameters.first ?? 1) - 1
      column = (parameters.dropFirst().first ?? 1) - 1
    case "J": self = TerminalGrid(columns: columns, rows: rows)
    case "m": style.apply(parameters)
    default: break
    }
  }
}
