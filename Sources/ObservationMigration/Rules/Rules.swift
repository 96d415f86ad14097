/// All rules.
public enum Rules {
  /// The rules that look at syntax, in the order of their guides. The order has no other meaning.
  static let list: [any Rule.Type] = [
    UnobservedStateRule.self,
    UnreadModelRule.self,
    ObservableRule.self,
    ObservableModelRule.self,
    StoredPropertyRule.self,
    ObjectWillChangeRule.self,
    PublisherUseRule.self,
    ViewWrapperRule.self,
    UnusedCancellableRule.self,
    ImportsRule.self,
    WrapperAccessRule.self,
    ConstraintRule.self,
    CodableRule.self,
    ReflectionRule.self,
    IsolationRule.self,
    DeclarationRule.self,
    DeploymentTargetRule.self,
  ]

  /// The guides to all rules, and to the steps that decide which code stays as it is.
  public static let all: [RuleGuide] =
    list.flatMap { $0.guides } + [Inheritance.guide, Selection.guide, IgnoredDeclarations.guide, UnparsedFiles.guide]

  /// The guide to the rule with that name; nil if there is none.
  public static func rule(_ id: RuleID) -> RuleGuide? {
    all.first { $0.id == id }
  }
}
