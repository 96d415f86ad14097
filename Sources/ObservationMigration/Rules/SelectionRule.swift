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
  static func needs(_ rule: RuleID, _ options: MigrationOptions) -> String {
    let reason = options.skipRules.contains(rule) ? "was left out by `--skip`" : "is not among those of `--only`"
    return "This needs the rule `\(rule)`, which \(reason)."
  }

  /// Why a type, or a rule, is not among what is done.
  static func isLeftOut(_ type: String, _ options: MigrationOptions) -> String {
    let isSkipped = MigrationOptions(skipTypes: options.skipTypes).selects(type) == false
    return isSkipped ? "The type was left out by `--skip`." : "The type is not among those of `--only`."
  }
}
