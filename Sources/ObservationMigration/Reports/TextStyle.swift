/// How text is emphasised: not at all, or with the colours of a terminal.
public enum TextStyle: Sendable {
  /// Text as it is.
  case plain
  /// ANSI escape sequences.
  case colour

  package func bold(_ text: String) -> String { sequence("1", text) }
  func red(_ text: String) -> String { sequence("31", text) }
  func green(_ text: String) -> String { sequence("32", text) }
  func yellow(_ text: String) -> String { sequence("33", text) }
  func cyan(_ text: String) -> String { sequence("36", text) }

  private func sequence(_ code: String, _ text: String) -> String {
    switch self {
    case .plain: text
    case .colour: "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
  }
}
