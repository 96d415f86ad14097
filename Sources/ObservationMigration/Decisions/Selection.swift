/// A step of the plan: types and rules excluded on the command line.
enum Selection {
  static let id: RuleID = "selection"

  /// Objects to excluded types, and to types that need an excluded rule.
  static func apply(to proposals: [Proposal], _ project: Project) -> [Proposal] {
    let options = project.options
    let skipping = MigrationOptions(skipTypes: options.skipTypes)
    let types = project.models.candidates.compactMap { type -> Proposal? in
      let name = project.table.types[type].name
      if options.selects(name) { return nil }
      let message =
        skipping.selects(name) ? "The type is not among those of `--only`." : "The type was left out by `--skip`."
      return project.objection(id, to: type, .refused, message)
    }
    var seen: [RuleID: Set<[TypeSymbol.ID]>] = [:]
    let rules = proposals.compactMap { proposal -> Proposal? in
      let (rule, subjects) = (proposal.rule, proposal.subjects)
      guard case .change = proposal.effect, !options.allows(rule),
        seen[rule, default: []].insert(subjects).inserted
      else { return nil }
      let reason = options.skipRules.contains(rule) ? "was left out by `--skip`" : "is not among those of `--only`"
      let message = "This needs the rule `\(rule)`, which \(reason)."
      return Proposal(id, .objection(.refused), at: proposal.place, of: subjects, message)
    }
    // Types converted before lose only the change itself.
    return proposals.filter { proposal in
      guard case .change = proposal.effect else { return true }
      return options.allows(proposal.rule)
    } + types + rules
  }

  static let guide = RuleGuide(
    id: id,
    summary: "Types and rules that were excluded are left out, with everything that needs them.",
    explanation: """
      With `--only` and `--skip` a project can be migrated type by type. A type converts only together with others of its group, and
      only if all the rules that it needs may be applied: the finding names what is missing.
      """,
    outcome: .refused,
    exampleOptions: MigrationOptions(onlyRules: [id]),
    before: """
      import Combine

      class Base: ObservableObject {
        @Published var value = 0
      }
      """
  )
}
