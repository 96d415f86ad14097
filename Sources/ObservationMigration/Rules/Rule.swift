/// A rule of the migration: what it is called, and what a reader of the guide gets to know.
public protocol Rule: Sendable {
  /// The name in reports and on the command line.
  static var id: RuleID { get }

  /// What it does, in one line.
  static var summary: String { get }

  /// Why, what changes at run time, and when it declines; paragraphs of Markdown.
  static var explanation: String { get }

  /// Whether ``after`` is what the migration makes of ``before``, or what is left to a person to write.
  static var outcome: Finding.State { get }

  /// A whole file to apply it to.
  static var before: String { get }

  /// The file afterwards.
  static var after: String { get }

  /// Whether what it finds is work to do; false where somebody has asked for it to be left alone.
  static var leavesWork: Bool { get }

  /// With what options ``before`` becomes ``after``.
  static var exampleOptions: MigrationOptions { get }
}

extension Rule {
  /// It is work to do.
  public static var leavesWork: Bool { true }

  /// The default options.
  public static var exampleOptions: MigrationOptions { MigrationOptions() }
}
