/// Declarations that a comment takes out.
enum IgnoreRule: Rule {
  static let id: RuleID = "ignore"
  static let summary = "// observation-migrate:ignore leaves the next declaration alone."
  static let explanation = """
    What would have to change in it stays, and so do the types that this concerns, with those that convert only together with
    them. Above a constraint that takes any object, it takes the constraint out of the decision: change that by hand.
    """
  static let outcome = Finding.State.refused
  static let leavesWork = false
  static let before = """
    import Combine

    // observation-migrate:ignore
    final class Legacy: ObservableObject {
      @Published var value = 0
    }

    """
  static let after = before
}

extension IgnoreRule {
  static let isIgnored = "Left alone, as the comment above it asks."
}
