/// All rules.
public enum Rules {
  /// All rules, in the order of the guide.
  public static let all: [any Rule.Type] = [
    ObservableRule.self, PublishedRule.self, StorageRule.self, LazyRule.self, WrappedPropertyRule.self,
    ObjectWillChangeRule.self, NestedObservableRule.self, PipelineRule.self, PublisherRule.self, CancellableRule.self,
    ImportRule.self, StateObjectRule.self, ObservedObjectRule.self, EnvironmentObjectRule.self, FocusedObjectRule.self,
    OnReceiveRule.self, WrapperTypeRule.self, ConstraintRule.self, InheritanceRule.self, CodableRule.self,
    ReflectionRule.self, IsolationRule.self, DeclarationRule.self, DeploymentTargetRule.self, SelectionRule.self,
    IgnoreRule.self, SyntaxRule.self,
  ]

  /// The rule with that name; nil if there is none.
  public static func rule(_ id: RuleID) -> (any Rule.Type)? {
    all.first { $0.id == id }
  }
}
