extension MigrationReport {
  func text(_ style: TextStyle) -> String {
    var sections: [String] = []
    if let written, !written.isEmpty {
      sections.append(written.map { "\($0): written" }.joined(separator: "\n"))
    }
    if !findings.isEmpty {
      sections.append(findings.map { $0.line(style) }.joined(separator: "\n"))
      let summary = summary
      sections.append(Self.table("rule", summary.byRule.map { ($0.rawValue, $1) }, style))
      if !summary.byType.isEmpty { sections.append(Self.table("type", summary.byType.map { ($0, $1) }, style)) }
    }
    sections.append(closingLine)
    return sections.joined(separator: "\n\n") + "\n"
  }

  private var closingLine: String {
    let searched = files.count == 1 ? "1 file" : "\(files.count) files"
    let counts = summary.all
    switch (written, counts.total) {
    case (nil, 0): return "Nothing to migrate in \(searched)."
    case (nil, _): return "\(counts.sentence) in \(searched)."
    case (let written?, 0) where written.isEmpty: return "Nothing to migrate in \(searched)."
    case (let written?, 0): return "\(written.count) of \(searched) written; nothing is left."
    case (let written?, _): return "\(written.count) of \(searched) written; left: \(counts.sentence)."
    }
  }

  /// Names in order on the left, numbers in columns on the right.
  private static func table(
    _ title: String,
    _ rows: [(String, MigrationSummary.Counts)],
    _ style: TextStyle
  ) -> String {
    let headings = Finding.State.allCases.map(\.rawValue)
    let width = rows.map(\.0.count).reduce(title.count, max)
    func line(_ name: String, _ cells: [String]) -> String {
      name.padded(to: width)
        + zip(headings, cells).map { "  " + String(repeating: " ", count: max(0, $0.count - $1.count)) + $1 }.joined()
    }
    let body = rows.sorted { $0.0 < $1.0 }.map { name, counts in
      line(name, [counts.changed, counts.needsDecision, counts.refused].map(String.init))
    }
    return ([style.bold(line(title, headings))] + body).joined(separator: "\n")
  }
}

extension Finding {
  /// `file:line:column: state: message [rule]`
  func line(_ style: TextStyle) -> String {
    let name =
      switch state {
      case .changed: style.green(state.rawValue)
      case .needsDecision: style.yellow(state.rawValue)
      case .refused: style.red(state.rawValue)
      }
    return "\(file):\(line):\(column): \(name): \(message) [\(rule)]"
  }
}

extension MigrationSummary.Counts {
  fileprivate var sentence: String {
    var parts: [String] = []
    if changed > 0 { parts.append("\(changed) changed") }
    if needsDecision > 0 {
      parts.append(needsDecision == 1 ? "1 needs a decision" : "\(needsDecision) need a decision")
    }
    if refused > 0 { parts.append("\(refused) refused") }
    return parts.joined(separator: ", ")
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
