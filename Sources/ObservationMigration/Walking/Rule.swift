/// A rule of the migration: the syntax that the rule visits, the facts kept of each file, and their consequences.
///
/// The migration shows each rule the syntax registered, and knows nothing else about rules. No rule depends on another,
/// so their order has no meaning. Besides its guides, a rule implements only the steps in which there is something to
/// do.
protocol Rule: Sendable {
  associatedtype Facts: RuleFacts = NoFacts

  /// The documentation, for each name under which the rule reports.
  static var guides: [RuleGuide] { get }

  /// Registers for kinds of syntax. Facts must not contain syntax, which would keep the whole tree.
  static func register(_ visits: inout Visits<Facts>)

  /// The consequences of the facts of all files, in the order of the files.
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal]

  /// When the rule finishes files. Rules in one step don't depend on each other.
  static var finishingStep: FinishingStep { get }

  /// Adds to the changes of a file, once the converting types are known. Unchanged files are left alone.
  static func finish(_ facts: Facts, _ draft: inout FileDraft)

  /// The objections to all files together, including unchanged ones.
  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal]
}

/// The facts that a rule keeps of one file, empty at first.
protocol RuleFacts: Sendable {
  init()
}

struct NoFacts: RuleFacts {}

/// When a rule reviews the edits of a file.
enum FinishingStep: CaseIterable {
  /// Additions and remarks that the changes require.
  case additions
  /// Declarations that nothing uses after the changes.
  case remnants
  /// The imports that the file needs in the end.
  case imports
}

extension Rule {
  static func register(_ visits: inout Visits<Facts>) {}
  static func conclude(_ facts: [Facts], _ project: Project) -> [Proposal] { [] }
  static var finishingStep: FinishingStep { .additions }
  static func finish(_ facts: Facts, _ draft: inout FileDraft) {}
  static func check(_ outcomes: [FileOutcome], _ facts: [Facts], _ decisions: Decisions) -> [Proposal] { [] }

  // MARK: With the facts of walked files

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
