/// What the walk of one file has found.
struct WalkedFile: Sendable {
  /// What rules have proposed, in the order of the walk.
  var proposals: [Proposal] = []
  /// What the rules keep, by the rule; empty if the file doesn't parse.
  var facts: [ObjectIdentifier: any RuleFacts] = [:]
  /// Declarations that a comment asks to leave alone.
  var ignored: [Range<Int>] = []
  var parts = RemovableParts()

  /// What a rule keeps of the file.
  func facts<Subject: Rule>(of rule: Subject.Type) -> Subject.Facts {
    facts[ObjectIdentifier(rule)] as? Subject.Facts ?? Subject.Facts()
  }
}
