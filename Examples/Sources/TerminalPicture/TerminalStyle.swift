/// How a character of a terminal looks.
package struct TerminalStyle: Equatable, Sendable {
  /// One of the eight colours, as the terminal counts them; nil for that of plain text.
  package private(set) var color: Int?
  package private(set) var isBold = false
  package private(set) var isDim = false
  package private(set) var isReversed = false

  package init() {}

  /// Follows the parameters of an escape sequence.
  mutating func apply(_ parameters: [Int]) {
    for parameter in parameters.isEmpty ? [0] : parameters {
      switch parameter {
      case 0: self = TerminalStyle()
      case 1: isBold = true
      case 2: isDim = true
      case 7: isReversed = true
      case 30...37: color = parameter - 30
      default: break
      }
    }
  }
}
