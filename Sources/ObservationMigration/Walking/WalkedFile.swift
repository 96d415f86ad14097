/// What the walk of one file has found.
struct WalkedFile: Sendable {
  /// What rules have proposed, in the order of the walk.
  var proposals: [Proposal] = []
  /// What the rules keep, in the order of their list; empty if the file doesn't parse.
  var facts: [any RuleFacts] = []
  /// Declarations that a comment asks to leave alone.
  var ignored: [Range<Int>] = []
  var parts = RemovableParts()
}
