/// The guide to a rule: its name in reports, its purpose, and an example.
public struct RuleGuide: Sendable, Hashable {
  /// The name in reports and on the command line.
  public let id: RuleID
  /// What the rule does, in one line.
  public let summary: String
  /// Why, what changes at run time, and when it declines; paragraphs of Markdown.
  public let explanation: String
  /// Whether the migration writes ``after``, or leaves writing it to a person.
  public let outcome: Finding.State
  /// Whether the findings are work to do. Findings about declarations excluded on request aren't.
  public let leavesWork: Bool
  /// Whether few findings of the rule matter. Reports count these findings, and list them as notes on request.
  ///
  /// The code tells that a view may show an outdated value, but seldom whether the value ever changes at a time when it
  /// shows. In 15 applications, 5 of 99 such findings were right.
  public let seldomMatters: Bool
  /// A whole file to apply the rule to.
  public let before: String
  /// The options for the example.
  public let exampleOptions: MigrationOptions
  /// The code left to a person to write; nil if there is none, or if the migration writes it.
  private let decided: String?

  /// The file afterwards; equal to ``before`` if nothing changes.
  ///
  /// - Complexity: O(bytes of the example): the migration runs each time.
  public var after: String {
    guard outcome == .changed else { return decided ?? before }
    let example = SourceFile(path: "Example.swift", text: before)
    return Migration(options: exampleOptions).run([example])[0].migrated
  }

  init(
    id: RuleID,
    summary: String,
    explanation: String,
    outcome: Finding.State = .changed,
    leavesWork: Bool = true,
    seldomMatters: Bool = false,
    exampleOptions: MigrationOptions = MigrationOptions(),
    before: String,
    after decided: String? = nil
  ) {
    self.id = id
    self.summary = summary
    self.explanation = explanation
    self.outcome = outcome
    self.leavesWork = leavesWork
    self.seldomMatters = seldomMatters
    self.exampleOptions = exampleOptions
    self.before = before + "\n"
    self.decided = decided.map { $0 + "\n" }
  }
}

/// The name of a rule, as in reports and on the command line: `published`, `state-object`.
public struct RuleID: RawRepresentable, Hashable, Sendable, Comparable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name.
  public let rawValue: String

  /// Creates the ID with that name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates the ID with that name.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The name.
  public var description: String { rawValue }

  /// Compares the names.
  public static func < (left: RuleID, right: RuleID) -> Bool { left.rawValue < right.rawValue }
}
