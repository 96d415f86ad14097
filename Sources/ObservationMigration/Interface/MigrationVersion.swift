/// The version of the migration.
public enum MigrationVersion {
  /// The version of the rules and of the tool, following semantic versioning.
  public static let current = "0.1.0-dev"
}
