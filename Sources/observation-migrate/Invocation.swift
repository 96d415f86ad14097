import ObservationMigration

/// The request of a command line.
struct Invocation: Equatable {
  var command: Command
  /// The folders and files to migrate.
  var paths: [String] = []
  /// The rule to explain; all are listed if nil.
  var rule: RuleID?
  var options = MigrationOptions()
  var format = MigrationReport.Format.text
  /// Whether to name each place.
  var isVerbose = false
  /// Whether to leave changes out of the report.
  var showsOnlyWhatIsLeft = false
  /// Whether to show each group, and ask before converting.
  var isInteractive = false
  /// A commit of git: only later changes matter.
  var since: String?
  /// A file with findings that don't count.
  var baseline: String?
  /// The file for writing such findings.
  var newBaseline: String?
}

enum Command: String, CaseIterable {
  case check, diff, apply, rules
  case help, version
}
