/// The event of a symbol in a drawn input.
enum TimelineEvent: Equatable, Sendable {
  case value(Character)
  case finish
  case fail
  case cancel
}

extension TimelineEvent {
  init?(_ symbol: Character) {
    switch symbol {
    case "|": self = .finish
    case "!": self = .fail
    case "x": self = .cancel
    case _ where symbol.isLetter || symbol.isNumber: self = .value(symbol)
    default: return nil
    }
  }

  var endsInput: Bool { self == .finish || self == .fail }
}
