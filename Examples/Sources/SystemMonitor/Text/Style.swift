/// How a piece of text looks.
enum Style: Equatable, Sendable, CaseIterable {
  case plain
  case label
  case dim
  case heading
  case selected
  case calm
  case warning
  case alarm

  /// The colour of a graph at a share of its height.
  static func graph(share: Double) -> Style {
    switch share {
    case ..<0.5: .calm
    case ..<0.8: .warning
    default: .alarm
    }
  }

  /// The parameters of the escape sequence that turns it on; empty for none.
  func code(colors: Bool) -> String {
    switch self {
    case .plain: ""
    case .label: colors ? "36" : ""
    case .dim: "2"
    case .heading: "1"
    case .selected: "7"
    case .calm: colors ? "32" : ""
    case .warning: colors ? "33" : "1"
    case .alarm: colors ? "31;1" : "1"
    }
  }
}
