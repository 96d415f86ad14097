/// All rules.
public enum Rules {
  /// All rules: those further up see syntax first, and have the first say.
  static let list: [any Rule.Type] = [
    IgnoreRule.self,
    UnobservedStateRule.self,
    UnreadModelRule.self,
    ObservableRule.self,
    ObservableModelRule.self,
    PublishedRule.self,
    ObjectWillChangeRule.self,
    NestedObservableRule.self,
    ViewWrapperRule.self,
    LazyRule.self,
    StoredDefaultRule.self,
    WrappedPropertyRule.self,
    IgnoredStorageRule.self,
    PipelineRule.self,
    OnReceiveRule.self,
    AssignmentRule.self,
    SubjectRule.self,
    PublisherRule.self,
    UnusedCancellableRule.self,
    ImportsRule.self,
    WrapperAccessRule.self,
    ConstraintRule.self,
    CodableRule.self,
    ReflectionRule.self,
    IsolationRule.self,
    InheritanceRule.self,
    DeclarationRule.self,
    DeploymentTargetRule.self,
    SelectionRule.self,
    SyntaxRule.self,
  ]

  /// The guides to all rules, in their order.
  public static let all: [RuleGuide] = list.flatMap { $0.guides }

  /// The guide to the rule with that name; nil if there is none.
  public static func rule(_ id: RuleID) -> RuleGuide? {
    all.first { $0.id == id }
  }
}
