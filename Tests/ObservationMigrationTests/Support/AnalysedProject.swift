@testable import ObservationMigration

/// Sources, one file each, as analyses and rules see them.
func analysed(_ texts: String...) -> Project {
  let files = texts.enumerated().map { SourceFile(path: "\($0).swift", text: $1) }
  let migration = Migration()
  return Project(files, migration.survey(files, TreeCache(bytesOfSources: 0)) { _ in }, migration.options)
}

extension Project {
  /// The type of a name; the tests have one of each.
  func type(_ name: String) -> TypeSymbol.ID? { table.types.first { $0.name == name }?.id }
}
