/// A rule that has a say in what is decided.
protocol ReviewingRule: Rule {
  /// Goes over what all rules have proposed, after the rules before it in the list: replaces, leaves out, and adds.
  static func review(_ proposals: [Proposal], _ facts: [Facts], _ project: Project) -> [Proposal]

  /// What is to be said of a decision that no proposal says.
  static func explain(_ decisions: Decisions, _ proposals: [Proposal], _ project: Project) -> [Proposal]
}

extension ReviewingRule {
  static func review(_ proposals: [Proposal], _ facts: [Facts], _ project: Project) -> [Proposal] { proposals }

  static func explain(_ decisions: Decisions, _ proposals: [Proposal], _ project: Project) -> [Proposal] { [] }

  /// Goes over the proposals with the facts that it has kept of all files; nil stands for a file that was not walked.
  static func review(
    _ proposals: [Proposal],
    fromKept facts: [(any RuleFacts)?],
    _ project: Project
  ) -> [Proposal] {
    review(proposals, facts.map { $0 as? Facts ?? Facts() }, project)
  }
}
