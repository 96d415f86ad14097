import ObservationMigration

/// What the command line asks for.
enum Invocation: Equatable {
  /// Report what would change.
  case check([String], MigrationOptions, MigrationReport.Format)
  /// Print what would change as a patch.
  case diff([String], MigrationOptions)
  /// Change it, and report what is left.
  case apply([String], MigrationOptions, MigrationReport.Format)
  /// List the rules, or explain one.
  case rules(RuleID?)
  case help
}
