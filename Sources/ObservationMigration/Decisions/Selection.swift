/// A step of the plan: types and rules excluded on the command line.
enum Selection {
  enum Message {}

  static let id: RuleID = "selection"

  /// Objects to excluded types, and to types that need an excluded rule.
  static func apply(to proposals: [Proposal], _ project: Project) -> [Proposal] {
    let options = project.options
    let types = project.models.candidates.filter { !options.selects(project.table.types[$0].name) }.map { type in
      project.objection(id, to: type, .refused, Message.typeIsLeftOut(project.table.types[type].name, options))
    }
    struct Need: Hashable {
      let subjects: [TypeSymbol.ID]
      let rule: RuleID
    }
    var seen: Set<Need> = []
    let rules = proposals.compactMap { proposal -> Proposal? in
      guard case .change = proposal.effect, !options.allows(proposal.rule),
        seen.insert(Need(subjects: proposal.subjects, rule: proposal.rule)).inserted
      else { return nil }
      let message = Message.ruleIsLeftOut(proposal.rule, options)
      return Proposal(id, .objection(.refused), at: proposal.place, of: proposal.subjects, message)
    }
    // Types converted before lose only the change itself.
    return proposals.filter { proposal in
      guard case .change = proposal.effect else { return true }
      return options.allows(proposal.rule)
    } + types + rules
  }
}

extension Selection.Message {
  static func ruleIsLeftOut(_ rule: RuleID, _ options: MigrationOptions) -> String {
    let reason = options.skipRules.contains(rule) ? "was left out by `--skip`" : "is not among those of `--only`"
    return "This needs the rule `\(rule)`, which \(reason)."
  }

  static func typeIsLeftOut(_ type: String, _ options: MigrationOptions) -> String {
    let isSkipped = MigrationOptions(skipTypes: options.skipTypes).selects(type) == false
    return isSkipped ? "The type was left out by `--skip`." : "The type is not among those of `--only`."
  }
}

extension Selection {
  static let guides = [
    RuleGuide(
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
  ]
}
