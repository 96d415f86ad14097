import SwiftSyntax

/// A rule while it looks at one file.
protocol RuleAtWork: AnyObject {
  /// The kinds of syntax that it has asked for, each with the number of its handler.
  var kinds: [ObjectIdentifier] { get }

  /// What it has kept so far.
  var keptFacts: any RuleFacts { get }

  /// Shows it a node of one of its kinds.
  func look(_ handler: Int, _ node: Syntax, _ walk: Walk) -> Claim
}

extension Rule {
  /// The rule at the start of a file.
  static func start() -> any RuleAtWork { Work<Self>() }

  /// What follows from the facts that it has kept of all files; nil stands for a file that was not walked.
  static func conclude(fromKept facts: [(any RuleFacts)?], _ project: Project) -> [Proposal] {
    conclude(facts.map { $0 as? Facts ?? Facts() }, project)
  }
}

private final class Work<Subject: Rule>: RuleAtWork {
  private let handlers: [Visits<Subject.Facts>.Handler]
  private var facts = Subject.Facts()
  let kinds: [ObjectIdentifier]

  init() {
    var visits = Visits<Subject.Facts>()
    Subject.register(&visits)
    handlers = visits.handlers.map(\.handler)
    kinds = visits.handlers.map(\.kind)
  }

  var keptFacts: any RuleFacts { facts }

  func look(_ handler: Int, _ node: Syntax, _ walk: Walk) -> Claim {
    handlers[handler](node, walk, &facts)
  }
}
