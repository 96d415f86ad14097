/// A rule that looks at what a file has become, and may stand against it.
protocol CheckingRule: Rule {
  /// What is wrong with a changed file: the types on whose account it has changed then stay as they are. Nil if it's right.
  static func check(_ draft: FileDraft) -> Proposal?
}
