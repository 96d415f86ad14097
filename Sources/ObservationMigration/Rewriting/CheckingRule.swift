/// A rule that looks at what a file has become, and may stand against it.
protocol CheckingRule: Rule {
  /// What is wrong with a changed file: the types on whose account it has changed then stay as they are. Nil if it's right.
  static func check(_ draft: FileDraft) -> Proposal?

  /// What is wrong with all files together, including those in which nothing changes.
  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal]
}

extension CheckingRule {
  static func check(_ draft: FileDraft) -> Proposal? { nil }

  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal] { [] }

  /// Checks all files with the facts that it has kept of them.
  static func check(_ outcomes: [FileOutcome], _ walked: [WalkedFile], _ decisions: Decisions) -> [Proposal] {
    check(outcomes, walked.map { $0.facts(of: Self.self) }, decisions)
  }
}
