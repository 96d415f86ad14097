/// Which rules these are.
public enum MigrationVersion {
  /// The version of the rules and of the tool, as of semantic versioning.
  public static let current = "0.1.0-dev"
}
