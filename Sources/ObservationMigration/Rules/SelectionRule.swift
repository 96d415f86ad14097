/// What the command line has left out.
enum SelectionRule: Rule {
  static let id: RuleID = "selection"
  static let summary = "Types and rules that were left out stay out, with what needs them."
  static let explanation = """
    With `--only` and `--skip` a project can be migrated type by type. A type converts only together with others of its group, and
    only if all the rules that it needs may be applied: the finding names what is missing.
    """
  static let outcome = Finding.State.refused
  static let exampleOptions = MigrationOptions(skipRules: [PublishedRule.id])
  static let before = """
    import Combine

    class Base: ObservableObject {
      @Published var value = 0
    }

    """
  static let after = before
}

extension SelectionRule {
  static func isLeftOut(_ rule: RuleID) -> String {
    "This needs the rule `\(rule)`, which was left out."
  }

  static let isNotSelected = "The type was left out."
}
