/// A rule of the migration: which syntax it looks at, what it keeps of each file, and what follows from that.
///
/// The machine shows it the syntax that it asks for, and knows nothing else about it. What has to be done once the types that
/// convert are known is asked for by the protocols that refine this one: `FinishingRule` and `CheckingRule`. No rule depends on another, so their
/// order has no meaning.
protocol Rule: Sendable {
  /// What it keeps of one file.
  associatedtype Facts: RuleFacts = NoFacts

  /// What people get to know of it, for each name under which it reports.
  static var guides: [RuleGuide] { get }

  /// Asks for the syntax that it wants to see. It may not keep syntax among its facts: that would keep the whole tree.
  static func register(_ visits: inout Visits<Facts>)

  /// What follows from the facts of all files, which stand in the order of the files.
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal]
}

extension Rule {
  static func register(_ visits: inout Visits<Facts>) {}

  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] { [] }
}
