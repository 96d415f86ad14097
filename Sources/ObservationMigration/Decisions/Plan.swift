/// Puts proposals and objections of all files together, and decides.
struct Plan: Sendable {
  let files: [SourceFile]
  let table: SymbolTable
  let models: Models
  let options: MigrationOptions
  let inspections: [FileInspection]

  /// What was decided, and what comes of it.
  struct Conclusion: Sendable {
    let proposals: [Proposal]
    let decisions: Decisions
    /// One a file.
    let results: [FileResult]
  }

  /// Decides and makes the edits.
  ///
  /// - Parameter refusals: Why files can't be read, by file.
  /// - Returns: What comes out when everything is converted that can be.
  func conclude(refusals: [FileSurvey.Refusal?]) -> Conclusion {
    let sources = SourceTexts(files)
    let objections = TypeObjections(table: table, models: models, options: options, describe: sources.describe)
    var proposals = objections.proposals() + inspections.flatMap(\.proposals)
    proposals += CodableRule.objectionsToRenaming(inspections)
    proposals += refusalObjections(refusals)
    proposals += selectionObjections(proposals)
    let links = inspections.flatMap(\.links)
    while true {
      let decisions = Decisions(table: table, models: models, links: links, proposals: proposals)
      let outcomes = rewrite(Array(files.indices), decisions)
      // No file is left half done: its types stay, and with them all files that they are in.
      let failures = outcomes.indices.filter { !outcomes[$0].parses }
      if failures.isEmpty {
        let results = results(outcomes, proposals, decisions, refusals, sources)
        return Conclusion(proposals: proposals, decisions: decisions, results: results)
      }
      proposals += failures.map { index in
        Proposal(
          rule: SyntaxRule.id,
          place: Place(file: index, offset: 0),
          subjects: outcomes[index].subjects.sorted(),
          effect: .objection(.refused),
          message: SyntaxRule.outputDoesNotParse
        )
      }
    }
  }

  /// Makes the edits of some files.
  ///
  /// - Returns: One outcome for each, in their order.
  func rewrite(_ indices: [Int], _ decisions: Decisions) -> [FileRewriter.Outcome] {
    let projections = inspections.reduce(into: Set<PropertyKey>()) { $0.formUnion($1.projections) }
    var outcomes: [FileRewriter.Outcome] = []
    concurrentForEach(count: indices.count) { index in
      FileRewriter(
        file: files[indices[index]],
        inspection: inspections[indices[index]],
        table: table,
        projections: projections,
        options: options
      ).rewrite(decisions)
    } receive: {
      outcomes.append($0)
    }
    return outcomes
  }

  /// Types that a refused file declares or extends stay, with their groups.
  private func refusalObjections(_ refusals: [FileSurvey.Refusal?]) -> [Proposal] {
    refusals.enumerated().compactMap { index, refusal in
      let types = Set(table.declarationOffsets[index].values.filter(models.isCandidate))
      guard let refusal, !types.isEmpty else { return nil }
      return Proposal(
        rule: SyntaxRule.id,
        place: Place(file: index, offset: refusal.offset),
        subjects: types.sorted(),
        effect: .objection(.refused),
        message: SyntaxRule.doesNotParse(refusal.message)
      )
    }
  }

  // MARK: - Selection

  /// Objections of what was left out: types, and rules that a type needs.
  private func selectionObjections(_ proposals: [Proposal]) -> [Proposal] {
    var result = models.candidates.filter { !options.selects(table.types[$0].name) }.map { id in
      Proposal(
        rule: SelectionRule.id,
        place: table.types[id].place,
        subjects: [id],
        effect: .objection(.refused),
        message: SelectionRule.isLeftOut(table.types[id].name, options)
      )
    }
    guard !options.onlyRules.isEmpty || !options.skipRules.isEmpty else { return result }
    struct Need: Hashable {
      let subjects: [TypeSymbol.ID]
      let rule: RuleID
    }
    var seen: Set<Need> = []
    for proposal in proposals {
      // Of types converted before nothing is held back but the change itself.
      guard case .change = proposal.effect, !options.allows(proposal.rule),
        seen.insert(Need(subjects: proposal.subjects, rule: proposal.rule)).inserted
      else { continue }
      result.append(
        Proposal(
          rule: SelectionRule.id,
          place: proposal.place,
          subjects: proposal.subjects,
          effect: .objection(.refused),
          message: SelectionRule.needs(proposal.rule, options)
        )
      )
    }
    return result
  }

  private func isSelected(_ proposal: Proposal) -> Bool {
    proposal.subjects.isEmpty || proposal.subjects.contains { options.selects(table.types[$0].name) }
  }

  // MARK: - Findings

  private func results(
    _ outcomes: [FileRewriter.Outcome],
    _ proposals: [Proposal],
    _ decisions: Decisions,
    _ refusals: [FileSurvey.Refusal?],
    _ sources: SourceTexts
  ) -> [FileResult] {
    let heldBack = HeldBack(proposals, decisions, table: table, models: models, locate: sources.location)
    var findings: [[Finding]] = Array(repeating: [], count: files.count)
    var waiting = findings
    func finding(_ state: Finding.State, _ proposal: Proposal, _ message: String) -> Finding {
      let location = sources.location(of: proposal.place)
      return Finding(
        state: state,
        rule: proposal.rule,
        file: location.file,
        line: location.line,
        column: location.column,
        type: proposal.subjects.count == 1 ? table.types[proposal.subjects[0]].name : nil,
        message: message,
        isRisky: state == .changed && proposal.isRisky,
        group: decisions.group(of: proposal.subjects)
      )
    }
    func report(_ state: Finding.State, _ proposal: Proposal, _ message: String, waiting: Finding.Waiting? = nil) {
      var finding = finding(state, proposal, message)
      finding.waiting = waiting
      findings[proposal.place.file].append(finding)
    }
    for proposal in heldBack.waiting where isSelected(proposal) {
      waiting[proposal.place.file].append(finding(.changed, proposal, proposal.message))
    }
    for outcome in outcomes {
      for (proposal, message) in outcome.changes { report(.changed, proposal, message) }
    }
    var explained: Set<TypeSymbol.ID> = []
    for proposal in proposals where isSelected(proposal) {
      switch proposal.effect {
      case .objection(let state):
        report(state, proposal, proposal.message, waiting: heldBack.waiting(for: proposal))
        if proposal.subjects.count == 1 { explained.formUnion(proposal.subjects) }
      case .note(let state): report(state, proposal, proposal.message)
      case .change, .tidy: continue
      }
    }
    for id in models.candidates where options.selects(table.types[id].name) && !explained.contains(id) {
      guard let objection = decisions.objection(to: id) else { continue }
      let others = objection.subjects.filter { $0 != id }
      let proposal = Proposal(
        rule: InheritanceRule.id,
        place: table.types[id].place,
        subjects: [id],
        effect: .note(.needsDecision),
        message: ""
      )
      let place = sources.describe(objection.place)
      let ties = heldBack.ties(from: objection, to: id)
      let name = objection.subjects.count == 1 ? others.first.map { table.types[$0].name } : nil
      report(
        .needsDecision,
        proposal,
        name.map { InheritanceRule.waits(for: $0, place, ties) } ?? InheritanceRule.waits(place, ties)
      )
    }
    for (index, refusal) in refusals.enumerated() {
      guard let refusal, !proposals.contains(where: { $0.isRefusal(of: index) }) else { continue }
      let proposal = Proposal(
        rule: SyntaxRule.id,
        place: Place(file: index, offset: refusal.offset),
        subjects: [],
        effect: .note(.refused),
        message: ""
      )
      report(.refused, proposal, SyntaxRule.doesNotParse(refusal.message))
    }
    return files.indices.map { index in
      FileResult(
        file: files[index],
        edits: outcomes[index].edits,
        migrated: outcomes[index].migrated,
        findings: Self.inOrder(findings[index]),
        waiting: Self.inOrder(waiting[index])
      )
    }
  }

  /// Each once.
  private static func inOrder(_ findings: [Finding]) -> [Finding] {
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }.sorted {
      ($0.line, $0.column, $0.rule, $0.message) < ($1.line, $1.column, $1.rule, $1.message)
    }
  }
}

extension Proposal {
  /// Whether it says that the file does not parse.
  fileprivate func isRefusal(of file: Int) -> Bool {
    guard case .objection(.refused) = effect else { return false }
    return rule == SyntaxRule.id && place.file == file
  }
}

/// The texts of all files, by lines, made when they are needed.
private final class SourceTexts {
  private let files: [SourceFile]
  private var texts: [Int: SourceText] = [:]

  init(_ files: [SourceFile]) {
    self.files = files
  }

  subscript(index: Int) -> SourceText {
    if let text = texts[index] { return text }
    let text = SourceText(files[index].text)
    texts[index] = text
    return text
  }

  func location(of place: Place) -> Finding.Location {
    let location = self[place.file].location(of: place.offset)
    return Finding.Location(file: files[place.file].path, line: location.line, column: location.column)
  }

  /// `file:line:column`
  func describe(_ place: Place) -> String {
    "\(location(of: place))"
  }
}
