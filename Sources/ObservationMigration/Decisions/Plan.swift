/// What all rules propose for all files, put together and gone over.
struct Plan: Sendable {
  let project: Project
  let walked: [WalkedFile]
  let rules: [any Rule.Type]
  private(set) var proposals: [Proposal]
  private(set) var decisions: Decisions

  init(_ project: Project, _ walked: [WalkedFile], rules: [any Rule.Type]) {
    self.project = project
    self.walked = walked
    self.rules = rules
    let facts = rules.indices.map { rule in walked.map { $0.facts.isEmpty ? nil : $0.facts[rule] } }
    var proposals = rules.indices.flatMap { rules[$0].conclude(fromKept: facts[$0], project) }
    proposals += walked.flatMap(\.proposals)
    for (index, rule) in rules.enumerated() {
      guard let reviewing = rule as? any ReviewingRule.Type else { continue }
      proposals = reviewing.review(proposals, fromKept: facts[index], project)
    }
    self.proposals = proposals
    decisions = Decisions(project, proposals)
  }

  /// Takes in what stands against the files as they have become.
  ///
  /// - Returns: The types that don't convert for that reason.
  mutating func object(_ objections: [Proposal]) -> Set<TypeSymbol.ID> {
    let before = decisions
    proposals += objections
    decisions = Decisions(project, proposals)
    return Set(project.models.candidates.filter { before.converts($0) && !decisions.converts($0) })
  }

  /// What stands against the files together, as they have become.
  func objections(to outcomes: [FileOutcome]) -> [Proposal] {
    rules.enumerated().flatMap { index, rule in
      (rule as? any CheckingRule.Type)?.check(outcomes, fromKept: facts(of: index), decisions) ?? []
    }
  }

  private func facts(of rule: Int) -> [(any RuleFacts)?] {
    walked.map { $0.facts.isEmpty ? nil : $0.facts[rule] }
  }

  /// What there is to say beside what has changed.
  var remarks: [Proposal] {
    let explanations = rules.flatMap { rule in
      (rule as? any ReviewingRule.Type)?.explain(decisions, proposals, project) ?? []
    }
    return (proposals + explanations).filter { proposal in
      switch proposal.effect {
      case .objection, .note: project.selects(proposal)
      case .change, .tie: false
      }
    }
  }
}

extension Project {
  /// Whether a proposal concerns a type that was chosen, or none.
  func selects(_ proposal: Proposal) -> Bool {
    proposal.subjects.isEmpty || proposal.subjects.contains { options.selects(table.types[$0].name) }
  }
}
