extension MigrationReport {
  func text(_ style: TextStyle, isVerbose: Bool) -> String {
    let header = ([classSentence].compactMap(\.self) + targetLines).joined(separator: "\n")
    var sections = header.isEmpty ? [] : [header]
    if isVerbose, let written, !written.isEmpty {
      sections.append(written.map { "\($0): written" }.joined(separator: "\n"))
    }
    let blockers = blockers
    sections += [blockerSection(blockers, style, isVerbose: isVerbose)].compactMap(\.self)
    sections += parts(blockers, isVerbose: isVerbose).filter { !$0.findings.isEmpty }.map { part in
      let lines = isVerbose ? part.findings.map { $0.line(style) } : Self.lines(of: part.findings, style)
      return ([style.bold("\(part.title) (\(part.findings.count))")] + lines).joined(separator: "\n")
    }
    sections += isVerbose ? tables(style) : [remainderLine].compactMap(\.self)
    if !neededProducts.isEmpty { sections.append(productSentences.joined(separator: "\n")) }
    sections.append(nextStep)
    return sections.joined(separator: "\n\n") + "\n"
  }

  // MARK: - The first lines

  /// `14 of 19 classes can be converted (146 edits in 31 files). 5 classes wait for 2 decisions.`
  private var classSentence: String? {
    // No requested finding is left.
    if written == nil, findings.isEmpty { return nil }
    guard !classes.isEmpty else {
      return edits.all == 0
        ? nil
        : "\(edits.all.counted("edit")) in \(edits.files.counted("file")) \(written == nil ? "can be made" : "made")."
    }
    let converted = classes.count(where: \.isConverted)
    let all = "\(converted) of \(classes.count.counted("class", plural: "classes"))"
    let sentence =
      if let written {
        "\(all) \(converted == 1 ? "was" : "were") converted (\(written.count.counted("file")) written)."
      } else if converted > 0 {
        "\(all) can be converted (\(edits.all.counted("edit")) in \(edits.files.counted("file")))."
      } else {
        "\(all) can be converted."
      }
    var rest: [String] = []
    let waiting = classes.count - converted
    let count = blockers.count
    if waiting > 0, count > 0 {
      let waits = waiting.counted("class waits", plural: "classes wait")
      rest.append("\(waits) for \(count.counted("decision")).")
    }
    if declinedGroups > 0 { rest.append("\(declinedGroups.counted("group")) of types declined.") }
    return ([sentence] + rest).joined(separator: " ")
  }

  /// `Deployment target: macOS 14 (Ghostty.xcodeproj).` Of several projects, with their folders: `Server/Package.swift`.
  private var targetLines: [String] {
    deploymentTargets.map { target in
      let folder = deploymentTargets.count > 1 ? target.folder?.split(separator: "/").last : nil
      let paths = target.files.map { file in folder.map { "\($0)/\(file)" } ?? file }
      let files = paths.isEmpty ? "" : " (\(paths.joined(separator: ", ")))"
      let needed = target.platformsTooOld.map { "\($0.rawValue) \($0.oldestVersion)" }
      let tooOld = needed.isEmpty ? "." : ". `@Observable` needs \(needed.listed)."
      return "Deployment target: \(target.versionList)\(files)\(tooOld)"
    }
  }

  // MARK: - Blockers

  /// Lines that hold types back for one reason.
  private struct Blocker {
    let causes: [RootCause]

    var types: [String] { Set(causes.flatMap(\.waiting.types)).sorted() }
    var typesWaitingForItAlone: [String] { Set(causes.flatMap(\.waiting.typesWaitingForItAlone)).sorted() }
  }

  /// The blockers, beginning with the one of most types. Causes with equal messages are one blocker.
  private var blockers: [Blocker] {
    rootCauses.grouped(inOrderOf: \.messages).map { Blocker(causes: $0.elements) }
      .sorted { $0.types.count > $1.types.count }
  }

  /// The number of blockers named; the others hold little back.
  private static let blockersAtTheTop = 10

  private func blockerSection(_ blockers: [Blocker], _ style: TextStyle, isVerbose: Bool) -> String? {
    guard !blockers.isEmpty else { return nil }
    let shown = isVerbose ? blockers.count : min(blockers.count, Self.blockersAtTheTop)
    var lines = [style.bold("Blockers")]
    for (index, blocker) in blockers.prefix(shown).enumerated() { lines += Self.lines(of: blocker, number: index + 1) }
    if blockers.count > shown {
      lines.append("  … and \((blockers.count - shown).counted("more blocker")). Show them with --verbose.")
    }
    return lines.joined(separator: "\n")
  }

  private static func lines(of blocker: Blocker, number: Int) -> [String] {
    let (cause, types) = (blocker.causes[0], blocker.types)
    let names = types.prefix(3).joined(separator: ", ") + (types.count > 3 ? ", …" : "")
    let alone = blocker.typesWaitingForItAlone.count
    let only =
      alone == 0
      ? "" : alone == types.count ? "; it's the only blocker" : "; for \(alone) of them it's the only blocker"
    let head = "\(cause.location)  blocks \(types.count.counted("type")) (\(names))\(only)"
    let indentation = "     "
    var lines = ["\(String(number).count == 1 ? "  " : " ")\(number). \(head)"]
    let rules = cause.rules.map(\.rawValue).joined(separator: ", ")
    lines += cause.messages.dropLast().map { indentation + $0 }
    if let last = cause.messages.last { lines.append("\(indentation)\(last) [\(rules)]") }
    let others = blocker.causes.dropFirst().map { "\($0.location)" }
    if !others.isEmpty { lines.append("\(indentation)Also at \(others.shortList(of: "place")).") }
    let ties = cause.waiting.ties.sorted { $0.types > $1.types }.map { "\($0.location) (\($0.types.counted("type")))" }
    if !ties.isEmpty { lines.append("\(indentation)Linked through \(ties.shortList(of: "place")).") }
    return lines
  }

  // MARK: - Places

  /// The named places with their titles: those that need attention, or all.
  private func parts(_ blockers: [Blocker], isVerbose: Bool) -> [(title: String, findings: [Finding])] {
    let decisions = left.filter(\.isWork)
    let risky = findings.filter(\.needsReview)
    guard isVerbose else {
      // A type named by a blocker needs no other mention.
      let blocked = Set(blockers.flatMap(\.types))
      let others = decisions.filter { $0.waiting == nil && !($0.type.map(blocked.contains) ?? false) }
      return [("Other decisions", others), ("Behaviour changes to review", risky)]
    }
    return [
      ("Decisions", decisions), ("Behaviour changes to review", risky),
      ("Values that may be outdated in views", findings.filter(\.isOfOutdatedValue)),
      ("Other changes", findings.filter { $0.state == .changed && !$0.isRisky }),
      ("Excluded by comments or options", left.filter { !$0.isWork }),
    ]
  }

  /// A line for each message, with the other places sharing the message.
  private static func lines(of findings: [Finding], _ style: TextStyle) -> [String] {
    findings.grouped(inOrderOf: \.message).flatMap { _, findings -> [String] in
      let others = (findings.dropFirst().map(\.location) + findings.flatMap(\.otherPlaces)).map(\.description)
      return [findings[0].line(style)] + (others.isEmpty ? [] : ["  Also at \(others.shortList(of: "place"))."])
    }
  }

  /// `Other changes: 140. Show them with --verbose, or as a patch with observation-migrate diff.`
  private var remainderLine: String? {
    let changes = findings.count { $0.state == .changed && !$0.isRisky }
    let excluded = left.count { !$0.isWork }
    let outdated = findings.count(where: \.isOfOutdatedValue)
    var sentences: [String] = []
    if outdated > 0 {
      sentences.append(
        """
        Values that may be outdated in views: \(outdated). Nothing observes these values, and other changes used to refresh \
        them. Few of the places matter. List the places with --verbose.
        """
      )
    }
    if changes > 0 {
      sentences.append(
        "Other changes: \(changes). Show them with --verbose, or as a patch with `observation-migrate diff`."
      )
    }
    if excluded > 0 { sentences.append("Excluded by comments or options: \(excluded.counted("place")).") }
    return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
  }

  private func tables(_ style: TextStyle) -> [String] {
    let summary = summary
    guard summary.all.total > 0 else { return [] }
    var tables = [Self.table("rule", summary.byRule.map { ($0.rawValue, $1) }, style)]
    if !summary.byType.isEmpty { tables.append(Self.table("type", summary.byType.map { ($0, $1) }, style)) }
    return tables
  }

  /// One sentence for each product, with the targets that need the product.
  package var productSentences: [String] { neededProducts.map { $0.sentence(isWritten: written != nil) } }

  // MARK: - The last line

  private var nextStep: String {
    let isRisky = findings.contains(where: \.needsReview)
    let hasDecisions = left.contains(where: \.isWork)
    if let written, !written.isEmpty {
      return "Next: build and test"
        + (isRisky ? ", and review the behaviour changes" : "")
        + (hasDecisions ? ". Then resolve the first blocker, and run this again." : ".")
    }
    if written == nil, findings.contains(where: { $0.state == .changed }) {
      return "Next: review the patch with `observation-migrate diff`, then write it with `observation-migrate apply`."
    }
    if hasDecisions { return "Next: resolve the first blocker, and run this again." }
    if declinedGroups > 0 { return "Next: run this again to convert what was declined." }
    return "Nothing to migrate in \(files.count.counted("file"))."
  }

  var countSentence: String {
    let (counts, searched) = (summary.all, files.count.counted("file"))
    return counts.total == 0 ? "Nothing to migrate in \(searched)." : "\(counts.sentence) in \(searched)."
  }

  /// A table with names in order on the left, and numbers in columns on the right.
  private static func table(
    _ title: String,
    _ rows: [(String, MigrationSummary.Counts)],
    _ style: TextStyle
  ) -> String {
    let headings = Finding.State.allCases.map(\.rawValue)
    let width = rows.map(\.0.count).reduce(title.count, max)
    func line(_ name: String, _ cells: [String]) -> String {
      let columns = zip(headings, cells).map { String(repeating: " ", count: max(0, $0.count - $1.count) + 2) + $1 }
      return name + String(repeating: " ", count: width - name.count) + columns.joined()
    }
    let body = rows.sorted { $0.0 < $1.0 }.map { name, counts in
      line(name, [counts.changed, counts.needsDecision, counts.refused].map(String.init))
    }
    return ([style.bold(line(title, headings))] + body).joined(separator: "\n")
  }
}

extension Finding {
  /// `file:line:column: warning: state: message [rule]`, a form known to editors. A finding that needs no attention is
  /// a note.
  func line(_ style: TextStyle) -> String {
    let name =
      switch state {
      case .changed: style.green(state.rawValue)
      case .needsDecision: style.yellow(state.rawValue)
      case .refused: style.red(state.rawValue)
      }
    return "\(file):\(line):\(column): \(severity == .note ? "note" : "warning"): \(name): \(message) [\(rule)]"
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
