/// Draws lines at their places on a terminal.
@MainActor
final class Screen {
  private let colors: Bool
  private let write: ([UInt8]) -> Void

  init(colors: Bool, write: @escaping ([UInt8]) -> Void) {
    self.colors = colors
    self.write = write
  }

  /// Draws lines from the top of the frame, and blanks where it has more room.
  func draw(_ lines: [Line], in frame: Frame) {
    var text = ""
    for index in 0..<frame.height {
      // Rows and columns of a terminal count from 1.
      text += "\u{1B}[\(frame.row + index + 1);\(frame.column + 1)H"
      var line = index < lines.count ? lines[index].truncated(to: frame.width) : Line()
      line.pad(to: frame.width)
      append(line, to: &text)
    }
    write(Array(text.utf8))
  }

  func clear() {
    write(Array("\u{1B}[2J".utf8))
  }

  private func append(_ line: Line, to text: inout String) {
    for run in line.runs {
      let code = run.style.code(colors: colors)
      if code.isEmpty {
        text += run.text
      } else {
        text += "\u{1B}["
        text += code
        text += "m"
        text += run.text
        text += "\u{1B}[0m"
      }
    }
  }
}
