import Synchronization

/// The lines of all files. Each file is looked through once, when it's first asked for.
final class SourceLines: Sendable {
  private let files: [SourceFile]
  private let texts = Mutex<[Int: SourceText]>([:])

  init(_ files: [SourceFile]) {
    self.files = files
  }

  func location(of place: Place) -> Finding.Location {
    let text = texts.withLock { $0[place.file] } ?? SourceText(files[place.file].text)
    texts.withLock { $0[place.file] = text }
    let location = text.location(of: place.offset)
    return Finding.Location(file: files[place.file].path, line: location.line, column: location.column)
  }
}
