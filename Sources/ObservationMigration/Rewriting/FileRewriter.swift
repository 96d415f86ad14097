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

  func rewrite(_ decisions: Decisions) -> Outcome {
    var outcome = Outcome(migrated: file.text)
    var applied: [(proposal: Proposal, edits: [Edit], message: String)] = []
    for proposal in inspection.proposals {
      guard case .change = proposal.effect, !proposal.subjects.isEmpty,
        proposal.subjects.allSatisfy(decisions.converts)
      else { continue }
      if let projected = proposal.whenProjected, projections.contains(projected.property) {
        applied.append((proposal, projected.edits, projected.message))
      } else {
        applied.append((proposal, proposal.edits, proposal.message))
      }
    }
    guard !applied.isEmpty else { return outcome }
    outcome.subjects = Set(applied.flatMap(\.proposal.subjects))
    let source = SourceText(file.text)
    var proposed = applied.flatMap(\.edits)
    var list = EditList(proposed)
    if options.allows(CancellableRule.id) {
      let unused = CancellableRule.unused(in: inspection, after: list.edits).filter { storage in
        // In a class that is no model itself only what a rewritten pipeline has left behind.
        outcome.subjects.contains(storage.owner)
          ? decisions.converts(storage.owner)
          : inspection.mentions[storage.name]?.contains { offset in
            list.edits.contains { $0.rule == PipelineRule.id && $0.range.contains(offset) }
          } == true
      }
      for storage in unused {
        // What takes its place stands there.
        let isReplaced = list.edits.contains { $0.range == storage.removal.lowerBound..<storage.removal.lowerBound }
        let edit = Edit(
          range: isReplaced ? storage.removal : storage.block,
          replacement: "",
          rule: CancellableRule.id
        )
        let proposal = Proposal(
          rule: CancellableRule.id,
          place: storage.place,
          subjects: [storage.owner],
          effect: .tidy,
          message: CancellableRule.isUnused(storage.name)
        )
        // What was to be done with the property is not.
        applied.removeAll { storage.removal.contains($0.proposal.place.offset) }
        applied.append((proposal, [edit], proposal.message))
      }
      proposed = applied.flatMap(\.edits)
      list = EditList(proposed)
    }
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
