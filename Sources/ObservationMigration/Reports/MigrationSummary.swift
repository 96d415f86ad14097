/// How many places are in which state: in all, by rule and by type.
public struct MigrationSummary: Sendable, Hashable {
  /// How many places are in which state.
  public struct Counts: Sendable, Hashable {
    /// Places that are rewritten.
    public internal(set) var changed = 0
    /// Places that a person has to decide on.
    public internal(set) var needsDecision = 0
    /// Places that are not migrated.
    public internal(set) var refused = 0

    /// All of them.
    public var total: Int { changed + needsDecision + refused }

    mutating func add(_ state: Finding.State) {
      switch state {
      case .changed: changed += 1
      case .needsDecision: needsDecision += 1
      case .refused: refused += 1
      }
    }
  }

  /// All places.
  public private(set) var all = Counts()
  /// By the responsible rule.
  public private(set) var byRule: [RuleID: Counts] = [:]
  /// By the type that they concern; places that concern no type are left out.
  public private(set) var byType: [String: Counts] = [:]

  /// Counts.
  public init(of findings: some Sequence<Finding>) {
    for finding in findings {
      all.add(finding.state)
      byRule[finding.rule, default: Counts()].add(finding.state)
      if let type = finding.type { byType[type, default: Counts()].add(finding.state) }
    }
  }
}
