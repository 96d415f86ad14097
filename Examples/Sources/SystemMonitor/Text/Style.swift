/// How a piece of text looks.
enum Style: Equatable, Sendable {
  case plain
  case label
  case dim
  case heading
  case trend
  case warning
  case alarm

  /// The parameters of the escape sequence that turns it on; empty for none.
  func code(colors: Bool) -> String {
    switch self {
    case .plain: ""
    case .label: colors ? "36" : ""
    case .dim: "2"
    case .heading: "1"
    case .trend: colors ? "32" : ""
    case .warning: colors ? "33" : "1"
    case .alarm: colors ? "31;1" : "1"
    }
  }
}
