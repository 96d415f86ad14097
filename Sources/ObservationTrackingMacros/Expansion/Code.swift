/// Source text whose layout survives a move to another indentation.
struct Code {
  private let lines: [String]

  /// - Parameters:
  ///   - text: The code, without surrounding trivia.
  ///   - indentation: The present indentation of the lines.
  init(_ text: String, withoutIndentation indentation: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
    let rest = lines.dropFirst()
    // All or no lines, because the lines of a string literal keep their places relative to its end.
    let haveIndentation = rest.allSatisfy { $0.hasPrefix(indentation) || $0.allSatisfy(\.isWhitespace) }
    self.lines =
      lines.prefix(1)
      + rest.map { haveIndentation && $0.hasPrefix(indentation) ? String($0.dropFirst(indentation.count)) : $0 }
  }

  /// The code with each line moved to the right; empty ones stay empty.
  func indented(by indentation: String) -> String {
    lines.map { $0.isEmpty ? $0 : indentation + $0 }.joined(separator: "\n")
  }

  var isOneLine: Bool { lines.count == 1 }

  /// The code behind other text on its first line, with the following lines moved to the right.
  func continued(by indentation: String) -> String {
    (lines.prefix(1) + lines.dropFirst().map { $0.isEmpty ? $0 : indentation + $0 }).joined(separator: "\n")
  }
}
