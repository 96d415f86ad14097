/// One replacement in a file.
public struct Edit: Sendable, Hashable {
  /// What is replaced: UTF-8 offsets into the original file. Empty for an insertion.
  public var range: Range<Int>

  /// What stands there afterwards.
  public var replacement: String

  /// The rule that asks for it.
  public var rule: RuleID

  /// Creates an edit.
  public init(range: Range<Int>, replacement: String, rule: RuleID) {
    self.range = range
    self.replacement = replacement
    self.rule = rule
  }
}
