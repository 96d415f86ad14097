import ObservationMigration

/// The changes as a patch for the current folder.
enum Patch {
  /// The patch from the sources to the results.
  static func text(of results: [FileResult]) -> String {
    results.map { text($0.file.path, $0.file.text, $0.migrated) }.joined()
  }

  /// The patch from one outcome for some files to another one.
  static func text(from before: [FileResult], to after: [FileResult]) -> String {
    zip(before, after).map { text($0.file.path, $0.migrated, $1.migrated) }.joined()
  }

  private static func text(_ path: String, _ old: String, _ new: String) -> String {
    guard !old.utf8.elementsEqual(new.utf8) else { return "" }
    return UnifiedDiff(from: old, to: new).text(path: CurrentFolder.path(to: path), style: Terminal.style)
  }
}
