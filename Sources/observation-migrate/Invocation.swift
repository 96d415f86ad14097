import ObservationMigration

/// What the command line asks for.
struct Invocation: Equatable {
  var command: Command
  /// The folders and files to look at.
  var paths: [String] = []
  /// The rule to explain; all are listed if nil.
  var rule: RuleID?
  var options = MigrationOptions()
  var format = MigrationReport.Format.text
  /// Each place is named.
  var isVerbose = false
  /// Changes aren't reported.
  var showsOnlyWhatIsLeft = false
  /// Each group is shown, and converted if somebody says so.
  var isInteractive = false
  /// A commit of git: only what has been touched since then matters.
  var since: String?
  /// A file with the findings that don't count.
  var baseline: String?
  /// The file to write such findings to.
  var newBaseline: String?
}

/// What to do.
enum Command: String, CaseIterable {
  case check, diff, apply, rules
  case help, version
}
