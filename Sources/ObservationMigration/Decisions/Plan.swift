/// The proposals of all rules for all files, reviewed.
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
    var proposals = UnparsedFiles.objections(project) + Inheritance.ties(project)
    for rule in rules { proposals += rule.conclude(walked, project) }
    proposals += walked.flatMap(\.proposals)
    // By place, since the order of the rules has no meaning. Sorting is stable: proposals of one rule at one place stay
    // in the rule's order.
    proposals.sort { ($0.place.file, $0.place.offset, $0.rule) < ($1.place.file, $1.place.offset, $1.rule) }
    proposals = IgnoredDeclarations.apply(to: proposals, walked, project)
    proposals = Selection.apply(to: proposals, project)
    self.proposals = proposals
    decisions = Decisions(project, proposals)
  }

  /// Adds objections to the rewritten files. Returns the types that don't convert for this reason.
  mutating func object(_ objections: [Proposal]) -> Set<TypeSymbol.ID> {
    let before = decisions
    proposals += objections
    decisions = Decisions(project, proposals)
    return Set(project.models.candidates.filter { before.converts($0) && !decisions.converts($0) })
  }

  /// The proposals that concern chosen types, with the explanations of types that wait for others.
  var remarks: [Proposal] {
    (proposals + Inheritance.explain(decisions, proposals, project)).filter(project.selects)
  }
}

extension Project {
  /// Whether a proposal concerns a chosen type, or no type.
  func selects(_ proposal: Proposal) -> Bool {
    proposal.subjects.isEmpty || proposal.subjects.contains { options.selects(table.types[$0].name) }
  }
}
