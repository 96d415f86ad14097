/// The guide to a rule: its name in reports, what it does and why, and an example.
public struct RuleGuide: Sendable, Hashable {
  /// The name in reports and on the command line.
  public let id: RuleID

  /// What the rule does, in one line.
  public let summary: String

  /// Why, what changes at run time, and when it declines; paragraphs of Markdown.
  public let explanation: String

  /// Whether ``after`` is the result of the migration, or what is left to a person to write.
  public let outcome: Finding.State

  /// Whether its findings are work to do. Those of a rule that leaves something alone on request aren't.
  public let leavesWork: Bool

  /// A whole file to apply the rule to.
  public let before: String

  /// The options with which ``before`` becomes ``after``.
  public let exampleOptions: MigrationOptions

  /// What is left to a person to write; nil if that's nothing, or if the migration writes it.
  private let decided: String?

  /// The file afterwards; equal to ``before`` if it isn't changed.
  ///
  /// - Complexity: O(bytes of the example): what the migration makes of it isn't stored.
  public var after: String {
    guard outcome == .changed else { return decided ?? before }
    let example = SourceFile(path: "Example.swift", text: before)
    return Migration(options: exampleOptions).run([example])[0].migrated
  }

  init(
    id: RuleID,
    summary: String,
    explanation: String,
    outcome: Finding.State,
    leavesWork: Bool = true,
    exampleOptions: MigrationOptions = MigrationOptions(),
    before: String,
    after decided: String? = nil
  ) {
    self.id = id
    self.summary = summary
    self.explanation = explanation
    self.outcome = outcome
    self.leavesWork = leavesWork
    self.exampleOptions = exampleOptions
    self.before = before
    self.decided = decided
  }
}
