extension MigrationReport {
  func text(_ style: TextStyle) -> String {
    var sections: [String] = []
    if let written, !written.isEmpty {
      sections.append(written.map { "\($0): written" }.joined(separator: "\n"))
    }
    sections += [causeSection(style)].compactMap(\.self)
    let isWritten = written != nil
    let parts: [(title: String, isPart: (Finding) -> Bool)] = [
      ("To decide:", { $0.state != .changed && $0.isWork }),
      (
        isWritten ? "Changed, and different at run time:" : "Changes that show at run time:",
        { $0.state == .changed && $0.isRisky }
      ),
      ("Other changes:", { $0.state == .changed && !$0.isRisky }),
      ("Left alone on request:", { $0.state != .changed && !$0.isWork }),
    ]
    for part in parts {
      let lines = findings.filter(part.isPart).map { $0.line(style) }
      if !lines.isEmpty { sections.append(([style.bold(part.title)] + lines).joined(separator: "\n")) }
    }
    let summary = summary
    if summary.all.total > 0 {
      sections.append(Self.table("rule", summary.byRule.map { ($0.rawValue, $1) }, style))
      if !summary.byType.isEmpty { sections.append(Self.table("type", summary.byType.map { ($0, $1) }, style)) }
    }
    if !neededProducts.isEmpty { sections.append(productSentences.joined(separator: "\n")) }
    sections.append(closingLine)
    return sections.joined(separator: "\n\n") + "\n"
  }

  /// How many lines are named at the top; those below hold little back.
  private static let causesAtTheTop = 10

  private func causeSection(_ style: TextStyle) -> String? {
    let causes = rootCauses
    guard !causes.isEmpty else { return nil }
    var lines = [style.bold("What holds types back:")]
    for cause in causes.prefix(Self.causesAtTheTop) {
      let messages = cause.messages.joined(separator: " ")
      let rules = cause.rules.map(\.rawValue).joined(separator: ", ")
      lines.append("\(cause.location): \(cause.waiting.sentence) \(messages) [\(rules)]")
      let ties = cause.waiting.ties.sorted { $0.types > $1.types }
      if !ties.isEmpty {
        let named = ties.prefix(3).map { "\($0.location) (\($0.types.counted("type")))" }
        let others = ties.count - named.count
        lines.append(
          "  Tied to it by " + named.joined(separator: ", ")
            + (others > 0 ? " and \(others.counted("other place"))." : ".")
        )
      }
    }
    let others = causes.count - Self.causesAtTheTop
    if others > 0 { lines.append("… and \(others.counted("other line")) hold\(others == 1 ? "s" : "") types back.") }
    return lines.joined(separator: "\n")
  }

  /// Which product to add to which targets, in one sentence for each product.
  package var productSentences: [String] {
    neededProducts.map { $0.sentence(isWritten: written != nil) }
  }

  /// What came of it, in one sentence.
  var closingLine: String {
    let searched = files.count.counted("file")
    let counts = summary.all
    guard let written else {
      return counts.total == 0 ? "Nothing to migrate in \(searched)." : "\(counts.sentence) in \(searched)."
    }
    var left = counts.total > 0 ? [counts.sentence] : []
    if declinedGroups > 0 { left.append("\(declinedGroups.counted("group")) of types declined") }
    if written.isEmpty, left.isEmpty { return "Nothing to migrate in \(searched)." }
    let rest = left.isEmpty ? "nothing is left" : "left: \(left.joined(separator: ", "))"
    return "\(written.count) of \(searched) written; \(rest)."
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
  /// `file:line:column: warning: state: message [rule]`: editors know lines of this form.
  func line(_ style: TextStyle) -> String {
    let name =
      switch state {
      case .changed: style.green(state.rawValue)
      case .needsDecision: style.yellow(state.rawValue)
      case .refused: style.red(state.rawValue)
      }
    // Whatever is work to do is a warning: editors don't list notes.
    return "\(file):\(line):\(column): \(isWork ? "warning" : "note"): \(name): \(message) [\(rule)]"
  }
}

extension Finding.Waiting {
  /// `3 types and 12 lines wait for this, 2 of the types for nothing else.`
  fileprivate var sentence: String {
    let all =
      lines > 0
      ? "\(types.count.counted("type")) and \(lines.counted("line")) wait for this"
      : types.count == 1 ? "1 type waits for this" : "\(types.count) types wait for this"
    let alone = typesWaitingForItAlone.count
    if types.count == alone { return all + "." }
    return all + (alone == 0 ? " and other places." : ", \(alone) of the types for nothing else.")
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

extension Int {
  /// `1 file`, `2 files`
  fileprivate func counted(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
