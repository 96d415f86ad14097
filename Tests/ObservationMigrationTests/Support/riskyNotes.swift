import ObservationMigration
import Testing

/// The findings about run time for files, of which the second one is `main.swift`.
func riskyNotes(_ files: String..., sourceLocation: SourceLocation = #_sourceLocation) -> [Finding] {
  let sources = files.enumerated().map {
    SourceFile(path: "\($0.offset == 1 ? "main" : "File").swift", text: $0.element)
  }
  return Migration().recorded(sources, sourceLocation: sourceLocation).flatMap(\.findings).filter(\.isRisky)
}
