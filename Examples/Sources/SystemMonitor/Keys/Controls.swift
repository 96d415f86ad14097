import MonitorModels

/// What keys mean: which of them the user can press now, and what each asks for.
struct Controls: Equatable, Sendable {
  /// What is at the bottom of the screen, or instead of the panels.
  enum Mode: Equatable, Sendable {
    case browsing
    /// The filter is being typed.
    case filtering
    /// Whether to send this signal to that process.
    case asking(ProcessSignal, ProcessRow)
    case help
  }

  private(set) var mode = Mode.browsing
  private(set) var filter = ""
  /// Whether the counts of passes are shown.
  private(set) var showsCounts: Bool
  /// What the user should know of the last key.
  private(set) var notice: String?

  /// Whether the counts are shown now, and nothing more important.
  var showsCountsNow: Bool {
    showsCounts && mode == .browsing && notice == nil
  }

  init(showsCounts: Bool = false) {
    self.showsCounts = showsCounts
  }

  /// Follows a key.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - selected: The process that is selected.
  /// - Returns: What it asks for; nil where it only changes these controls, or means nothing.
  mutating func press(_ key: Key, selected: ProcessRow?) -> Request? {
    notice = nil
    if key == .redraw { return .redraw }
    switch mode {
    case .browsing: return browse(key, selected)
    case .filtering: return editFilter(key)
    case .asking(let signal, let process): return answer(key, signal, process)
    case .help:
      mode = .browsing
      return nil
    }
  }

  /// Shows a sentence until the next key.
  mutating func note(_ text: String) {
    notice = text
  }

  private mutating func browse(_ key: Key, _ selected: ProcessRow?) -> Request? {
    switch key {
    case .character(let character): return browse(character, selected)
    case .escape:
      filter = ""
      return .showAll
    default: return key.move.map(Request.move)
    }
  }

  private mutating func browse(_ character: Character, _ selected: ProcessRow?) -> Request? {
    switch character.lowercased() {
    case "q": return .quit
    case "c": return .sort(.cpu)
    case "m": return .sort(.memory)
    case "p": return .sort(.pid)
    case "n": return .sort(.name)
    case "o": showsCounts.toggle()
    case "?", "h": mode = .help
    case "/": mode = .filtering
    case "k":
      if let selected { mode = .asking(.term, selected) } else { note("Select a process first, with ↑ or ↓.") }
    default: break
    }
    return nil
  }

  private mutating func editFilter(_ key: Key) -> Request? {
    switch key {
    case .character(let character): filter.append(character)
    case .backspace where filter.isEmpty: mode = .browsing
    case .backspace: filter.removeLast()
    case .enter: mode = .browsing
    case .escape:
      mode = .browsing
      filter = ""
    default: return key.move.map(Request.move)
    }
    return .filter(filter)
  }

  private mutating func answer(_ key: Key, _ signal: ProcessSignal, _ process: ProcessRow) -> Request? {
    switch key {
    case .left: mode = .asking(signal.advanced(by: -1), process)
    case .right: mode = .asking(signal.advanced(by: 1), process)
    case .character("y"), .character("Y"), .enter:
      mode = .browsing
      return .send(signal, process)
    case .character("n"), .character("N"), .character("q"), .escape: mode = .browsing
    default: break
    }
    return nil
  }
}

extension Key {
  /// The step through the list that it stands for.
  fileprivate var move: ProcessMove? {
    switch self {
    case .up: .up
    case .down: .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .home: .first
    case .end: .last
    default: nil
    }
  }
}
