extension Finding {
  /// How much attention a finding needs, in the words that compilers and code hosts use.
  enum Severity: String {
    /// A change without risk, or what was left alone on request.
    case note
    /// A change that shows at run time, or a decision.
    case warning
    /// What can't be migrated.
    case error
  }

  var severity: Severity {
    guard isWork else { return .note }
    return switch state {
    case .changed: isRisky ? .warning : .note
    case .needsDecision: .warning
    case .refused: .error
    }
  }

  /// Whether there is anything to do; false where somebody has asked to leave it alone.
  var isWork: Bool { Rules.rule(rule)?.leavesWork ?? true }
}
