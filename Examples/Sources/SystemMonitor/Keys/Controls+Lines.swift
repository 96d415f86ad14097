import MonitorModels

extension Controls {
  /// The keys with what they do, for the last line. Those that matter less come later, and go first.
  private static let hints = [
    ("?", "help"), ("q", "quit"), ("/", "filter"), ("↑↓", "select"), ("k", "signal"), ("c m p n", "sort"),
    ("o", "passes"),
  ]

  /// The keys with what they do, for the help page.
  static let help = [
    ("↑ ↓", "select a process"),
    ("PgUp PgDn", "move by a page"),
    ("Home End", "first and last process"),
    ("c m p n", "sort by CPU, mem, PID, name"),
    ("(again)", "reversed"),
    ("/", "filter: command, user, PID"),
    ("Esc", "show all, select none"),
    ("k", "signal to the process"),
    ("o", "how often panels were drawn"),
    ("q", "quit; Ctrl-Z suspends"),
  ]

  private static let scales = [
    "CPU and memory are in percent; a process can use 100 % of each core.",
    "Load is full when each core has a process to run.",
    "Network and disk are logarithmic, from 1 KiB/s to 1 GiB/s.",
    "Before the first sample graphs are blank.",
  ]

  /// The last line of the screen, where the counts of passes aren't.
  func footer(width: Int) -> Line {
    switch mode {
    case .asking(let signal, let process): question(signal, process, width)
    case .filtering: filterLine
    case .browsing, .help: notice.map { Line(" \($0)", .warning) } ?? Self.hintLine(width)
    }
  }

  /// The page about the keys.
  static func helpPage(in frame: Frame) -> [Line] {
    let keys = help.map { key, meaning in
      var line = Line(" ")
      line.append(key, .label)
      line.pad(to: 12)
      line.append(meaning)
      return line
    }
    guard frame.height >= keys.count + Box.edges else { return keys }
    let inner = frame.height - Box.edges
    let text = inner < keys.count + scales.count + 1 ? [] : [Line()] + scales.map { Line(" \($0)", .dim) }
    return Box(title: "Help", value: Line("any key returns", .dim)).lines(keys + text, in: frame)
  }

  private func question(_ signal: ProcessSignal, _ process: ProcessRow, _ width: Int) -> Line {
    var line = Line(" Send \(signal.name) to \(process.id.pid) ", .heading)
    let answers = answers(isShort: width < 64)
    let program = process.command.program.prefix(max(0, width - line.width - answers.width - 1))
    line.append("\(program)?", .heading)
    line.append(answers)
    return line
  }

  private func answers(isShort: Bool) -> Line {
    var line = Line()
    for (key, meaning) in [("y", "yes"), ("n", "no"), ("←→", "other signal")] {
      line.append(isShort ? " " : "  ")
      line.append(key, .label)
      if !isShort { line.append(" \(meaning)") }
    }
    return line
  }

  private var filterLine: Line {
    var line = Line(" Filter: ", .heading)
    line.append(filter)
    line.append(" ", .selected)
    line.append("  Enter keeps, Esc clears", .dim)
    return line
  }

  private static func hintLine(_ width: Int) -> Line {
    var line = Line()
    for (key, meaning) in hints {
      var hint = Line(" ")
      hint.append(key, .label)
      hint.append(" \(meaning) ", .dim)
      if line.width + hint.width > width { break }
      line.append(hint)
    }
    return line
  }
}
