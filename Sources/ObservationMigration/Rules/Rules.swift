/// All rules.
public enum Rules {
  /// All rules, in the order of the guide.
  public static let all: [any Rule.Type] = [
    PublishedRule.self
  ]

  /// The rule with that name; nil if there is none.
  public static func rule(_ id: RuleID) -> (any Rule.Type)? {
    all.first { $0.id == id }
  }
}
