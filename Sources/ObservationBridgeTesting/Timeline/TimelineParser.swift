/// Reads the text of a timeline: the events of each step.
struct TimelineParser {
  private let text: String
  private var steps: [[TimelineEvent]] = []
  /// The open group, with the place of its bracket.
  private var group: (events: [TimelineEvent], start: String.Index)?
  private var isEnded = false
  private var isCancelled = false

  private init(_ text: String) {
    self.text = text
  }

  static func steps(of text: String) throws(Timeline.SyntaxError) -> [[TimelineEvent]] {
    var parser = TimelineParser(text)
    for index in text.indices { try parser.read(text[index], at: index) }
    if let group = parser.group {
      throw parser.error("This group isn't closed: a \"]\" is missing.", at: group.start)
    }
    if parser.steps.isEmpty {
      throw parser.error("There is no step: draw at least one, or \"-\" if nothing happens.", at: text.endIndex)
    }
    return parser.steps
  }

  private mutating func read(_ symbol: Character, at index: String.Index) throws(Timeline.SyntaxError) {
    switch symbol {
    case _ where symbol.isWhitespace:
      break
    case "[":
      if group != nil { throw error("A group can't contain another one.", at: index) }
      group = ([], index)
    case "]":
      guard let group else { throw error("No group is open here: a \"[\" is missing.", at: index) }
      if group.events.isEmpty { throw error("This group is empty: write \"-\" for an idle step.", at: group.start) }
      steps.append(group.events)
      self.group = nil
    case "-":
      if group != nil { throw error("A group is one step and isn't idle: leave out the \"-\".", at: index) }
      steps.append([])
    default:
      guard let event = TimelineEvent(symbol) else {
        throw error("Not a symbol: write letters, digits, \"-\", \"|\", \"!\", \"x\" and \"[…]\".", at: index)
      }
      try check(event, at: index)
      if group != nil {
        group?.events.append(event)
      } else {
        steps.append([event])
      }
    }
  }

  private mutating func check(_ event: TimelineEvent, at index: String.Index) throws(Timeline.SyntaxError) {
    if event == .cancel {
      if isCancelled { throw error("The sequence is already cancelled.", at: index) }
      isCancelled = true
    } else if isEnded {
      throw error("The input has ended before this: only \"-\" and \"x\" may follow.", at: index)
    }
    isEnded = isEnded || event.endsInput
  }

  private func error(_ problem: String, at index: String.Index) -> Timeline.SyntaxError {
    Timeline.SyntaxError(text: text, offset: text.distance(from: text.startIndex, to: index), problem: problem)
  }
}
