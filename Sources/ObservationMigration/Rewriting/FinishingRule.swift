/// A rule that goes over the edits of a file once it is known which types convert.
protocol FinishingRule: Rule {
  /// Adds to what changes in a file, after the rules before it in the list. Files in which nothing changes are left alone.
  static func finish(_ facts: Facts, _ draft: inout FileDraft)
}

extension FinishingRule {
  /// Finishes a file with the facts that it has kept of it.
  static func finish(fromKept facts: any RuleFacts, _ draft: inout FileDraft) {
    finish(facts as? Facts ?? Facts(), &draft)
  }
}
