/// A rule of the migration: which syntax it looks at, what it keeps of each file, and what follows from that.
///
/// The machine shows it the syntax that it asks for, and knows nothing else about it. No rule depends on another, so their order has no
/// meaning. A rule implements only what it has something to do for, beside its guides.
protocol Rule: Sendable {
  /// What it keeps of one file.
  associatedtype Facts: RuleFacts = NoFacts

  /// What people get to know of it, for each name under which it reports.
  static var guides: [RuleGuide] { get }

  /// Asks for the syntax that it wants to see. It may not keep syntax among its facts: that would keep the whole tree.
  static func register(_ visits: inout Visits<Facts>)

  /// What follows from the facts of all files, which stand in the order of the files.
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal]

  /// When it finishes files. Rules that finish in one step don't depend on each other.
  static var finishingStep: FinishingStep { get }

  /// Adds to what changes in a file, once it is known which types convert. Files in which nothing changes are left alone.
  static func finish(_ facts: Facts, _ draft: inout FileDraft)

  /// What is wrong with a changed file: the types on whose account it has changed then stay as they are. Nil if it's right.
  static func check(_ draft: FileDraft) -> Proposal?

  /// What is wrong with all files together, including those in which nothing changes.
  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal]
}

/// What a rule keeps of one file, beginning with nothing.
protocol RuleFacts: Sendable {
  init()
}

/// The facts of a rule that keeps none.
struct NoFacts: RuleFacts {}

/// When a rule goes over the edits of a file.
enum FinishingStep: CaseIterable {
  /// What the changes need beside them, and what is to be said of them.
  case additions
  /// What nothing uses after the changes.
  case remnants
  /// What the file has to import after all of that.
  case imports
}

extension Rule {
  static func register(_ visits: inout Visits<Facts>) {}
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] { [] }
  static var finishingStep: FinishingStep { .additions }
  static func finish(_ facts: Facts, _ draft: inout FileDraft) {}
  static func check(_ draft: FileDraft) -> Proposal? { nil }
  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal] { [] }
}

// MARK: - With the facts of walked files

extension Rule {
  static func conclude(_ walked: [WalkedFile], _ project: Project) -> [Proposal] {
    conclude(walked.map { $0.facts(of: Self.self) }, project)
  }

  static func finish(_ walked: WalkedFile, _ draft: inout FileDraft) {
    finish(walked.facts(of: Self.self), &draft)
  }

  static func check(_ outcomes: [FileOutcome], _ walked: [WalkedFile], _ decisions: Decisions) -> [Proposal] {
    check(outcomes, walked.map { $0.facts(of: Self.self) }, decisions)
  }
}
