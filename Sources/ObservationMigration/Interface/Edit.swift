/// One replacement in a file.
public struct Edit: Sendable, Hashable {
  /// What is replaced: UTF-8 offsets into the original file. Empty for an insertion.
  public var range: Range<Int>

  /// The text that replaces it.
  public var replacement: String

  /// The responsible rule.
  public var rule: RuleID

  /// Creates an edit.
  public init(range: Range<Int>, replacement: String, rule: RuleID) {
    self.range = range
    self.replacement = replacement
    self.rule = rule
  }

  /// An edit without a rule: the proposal that it becomes a part of says which.
  init(_ range: Range<Int>, with replacement: String) {
    self.init(range: range, replacement: replacement, rule: "")
  }

  /// The edit as one of a rule, unless it is one already.
  func of(_ rule: RuleID) -> Edit {
    self.rule == "" ? Edit(range: range, replacement: replacement, rule: rule) : self
  }
}
