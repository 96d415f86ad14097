import SwiftParser
import SwiftSyntax

/// Makes the edits of one file, once it is known which types convert.
struct FileRewriter: Sendable {
  let file: SourceFile
  let inspection: FileInspection
  let table: SymbolTable
  /// Properties of which `$name` is used, in all files.
  let projections: Set<PropertyKey>
  let options: MigrationOptions

  struct Outcome: Sendable {
    var edits: [Edit] = []
    var migrated: String
    var changes: [(proposal: Proposal, message: String)] = []
    /// The types on account of which something has changed.
    var subjects: Set<TypeSymbol.ID> = []
    var parses = true
  }

  /// A proposal that is made, with those of its edits that are.
  private typealias Applied = (proposal: Proposal, edits: [Edit], message: String)

  func rewrite(_ decisions: Decisions) -> Outcome {
    var outcome = Outcome(migrated: file.text)
    var applied = applied(decisions)
    guard !applied.isEmpty else { return outcome }
    outcome.subjects = Set(applied.flatMap(\.proposal.subjects))
    let source = SourceText(file.text)
    var needs: [TypeSymbol.ID: [PipelineSite.Need]] = [:]
    for case let (owner, need)? in applied.map(\.proposal.pipelineNeed) { needs[owner, default: []].append(need) }
    var proposed = applied.flatMap(\.edits) + edits(for: needs, decisions)
    if options.allows(CancellableRule.id) {
      let unused = unused(after: EditList(proposed).edits, outcome.subjects, decisions)
      let shared = edits(for: needs, decisions, unused: unused)
      for storage in unused {
        // What was to be done with the property is not.
        applied.removeAll { storage.removal.contains($0.proposal.place.offset) }
        applied.append(removal(of: storage, whereItStands: shared, source))
      }
      proposed = applied.flatMap(\.edits) + shared
    }
    var list = EditList(proposed)
    if options.allows(ImportRule.id) {
      let edits = ImportRule.edits(
        for: inspection,
        after: list.edits,
        needsObservation: applied.contains(where: \.proposal.needsObservation),
        needsBridge: applied.contains(where: \.proposal.needsObservationBridge),
        isPublic: outcome.subjects.contains { table.types[$0].isPublic },
        newline: source.newline
      )
      for (edit, message) in edits {
        let place = Place(file: applied[0].proposal.place.file, offset: edit.range.lowerBound)
        let proposal = Proposal(rule: ImportRule.id, place: place, subjects: [], effect: .tidy, message: message)
        applied.append((proposal, [edit], message))
        // Before what else is inserted at the top of the file.
        proposed.insert(edit, at: 0)
      }
      list = EditList(proposed)
    }
    outcome.edits = list.edits
    outcome.migrated = source.applying(list.edits)
    // What lies within something that went as a whole is no change of its own.
    outcome.changes = applied.filter { $0.edits.isEmpty || $0.edits.contains(where: list.contains) }
      .map { ($0.proposal, $0.message) }
    let reduced = inspection.parts.reduce(source, list.edits)
    outcome.parses = list.conflict == nil && Survey.refusal(of: Parser.parse(source: reduced)) == nil
    return outcome
  }

  private func applied(_ decisions: Decisions) -> [Applied] {
    inspection.proposals.compactMap { proposal in
      guard case .change = proposal.effect, !proposal.subjects.isEmpty,
        proposal.subjects.allSatisfy(decisions.converts)
      else { return nil }
      if let projected = proposal.whenProjected, projections.contains(projected.property) {
        return (proposal, projected.edits, projected.message)
      }
      return (proposal, proposal.edits, proposal.message)
    }
  }

  /// What converted subscriptions need of their classes.
  private func edits(
    for needs: [TypeSymbol.ID: [PipelineSite.Need]],
    _ decisions: Decisions,
    unused: [CancellableStorage] = []
  ) -> [Edit] {
    needs.sorted { $0.key < $1.key }.flatMap { owner, needs in
      let names = Set(unused.filter { $0.owner == owner }.map(\.name))
      return inspection.pipelineSites[owner]?.edits(
        for: needs,
        unused: names,
        isObservable: decisions.converts(owner)
      ) ?? []
    }
  }

  /// The properties for subscriptions that go.
  private func unused(
    after edits: [Edit],
    _ subjects: Set<TypeSymbol.ID>,
    _ decisions: Decisions
  ) -> [CancellableStorage] {
    CancellableRule.unused(in: inspection, after: edits).filter { storage in
      // In a class that is no model itself only what a rewritten pipeline has left behind.
      subjects.contains(storage.owner)
        ? decisions.converts(storage.owner)
        : inspection.mentions[storage.name]?.contains { offset in
          edits.contains { $0.rule == PipelineRule.id && $0.range.contains(offset) }
        } == true
    }
  }

  private func removal(
    of storage: CancellableStorage,
    whereItStands shared: [Edit],
    _ source: SourceText
  ) -> Applied {
    let start = storage.removal.lowerBound
    // What takes its place stands there.
    let isReplaced = shared.contains { $0.range == start..<start }
    let resets = storage.resets.filter { reset in !shared.contains { $0.range == reset } }
    let edits = [isReplaced ? storage.removal : storage.block] + resets.map(source.removal)
    let proposal = Proposal(
      rule: CancellableRule.id,
      place: storage.place,
      subjects: [storage.owner],
      effect: .tidy,
      message: CancellableRule.isUnused(storage.name)
    )
    let rule = CancellableRule.id
    return (proposal, edits.map { Edit(range: $0, replacement: "", rule: rule) }, proposal.message)
  }
}

extension MigrationOptions {
  /// Whether a rule may be applied.
  func allows(_ rule: RuleID) -> Bool {
    (onlyRules.isEmpty || onlyRules.contains(rule)) && !skipRules.contains(rule)
  }

  /// Whether a type is to be converted, by its name with or without what it is nested in.
  func selects(_ type: String) -> Bool {
    let names = [type, type.split(separator: ".").last.map(String.init) ?? type]
    return (onlyTypes.isEmpty || names.contains(where: onlyTypes.contains))
      && !names.contains(where: skipTypes.contains)
  }
}
