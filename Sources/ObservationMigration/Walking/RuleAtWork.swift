import SwiftSyntax

/// A rule while it looks at one file.
struct RuleAtWork {
  /// What it does with a kind of syntax.
  struct Look {
    let kind: ObjectIdentifier
    /// It's shown only what no rule has claimed.
    let isForRest: Bool
    /// Shows it a node of that kind.
    let show: (Syntax, Walk) -> Claim
  }

  /// What it does with the tokens of a file.
  struct LookAtTokens {
    /// Whether the file is one of which it wants to see the tokens.
    let isWanted: () -> Bool
    let show: (TokenSyntax, Walk) -> Void
  }

  let rule: ObjectIdentifier
  let looks: [Look]
  let looksAtTokens: [LookAtTokens]
  private let facts: () -> any RuleFacts

  /// What it has kept so far.
  var keptFacts: any RuleFacts { facts() }

  /// A rule at the start of a file.
  init<Subject: Rule>(_ rule: Subject.Type) {
    self.rule = ObjectIdentifier(rule)
    let kept = KeptFacts<Subject.Facts>()
    var visits = Visits(keeping: kept)
    Subject.register(&visits)
    looks = visits.looks
    looksAtTokens = visits.looksAtTokens
    facts = { kept.facts }
  }
}

extension Rule {
  /// What follows from the facts that it has kept of all files.
  static func conclude(_ walked: [WalkedFile], _ project: Project) -> [Proposal] {
    conclude(walked.map { $0.facts(of: Self.self) }, project)
  }
}
