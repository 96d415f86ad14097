import Foundation

/// New contents for several files, written all together or not at all.
///
/// A migration changes types in one file and their uses in others, so half of it wouldn't compile. Each new text is
/// first written beside its file, under a hidden name. When all texts have been written, each replaces its file in one
/// step. If a replacement fails, the files replaced so far are restored. A file that can't be restored keeps its new
/// contents, and the error says so.
///
/// Files keep their permissions. If a file is a symbolic link, is read-only, or has changed since it was read, nothing
/// is written.
public struct FileReplacement: Sendable {
  /// One file.
  public struct Change: Sendable {
    let path: String
    let old: String
    let new: String

    /// - Parameters:
    ///   - path: The file.
    ///   - old: Its contents when it was read.
    ///   - new: Its new contents.
    public init(path: String, old: String, new: String) {
      self.path = path
      self.old = old
      self.new = new
    }
  }

  private typealias Staged = (change: Change, temporary: String)

  private let changes: [Change]

  /// - Parameter changes: The files, each once.
  public init(_ changes: [Change]) { self.changes = changes }

  /// Writes all files.
  ///
  /// - Throws: ``FileProblem`` for the first file that can't be written. No file has changed then, except for the files
  ///   in ``FileProblem/unrestored``.
  public func write() throws(FileProblem) { try write { _ in } }

  /// Writes all files. `willReplace` is called before each replacement: tests change files in between.
  func write(willReplace: (String) -> Void) throws(FileProblem) {
    var staged: [Staged] = []
    // A renamed file is no longer there to be removed.
    defer { for file in staged { Self.remove(file.temporary) } }
    for change in changes { staged.append(try Self.stage(change)) }

    for (index, file) in staged.enumerated() {
      willReplace(file.change.path)
      do {
        try Self.check(file.change)
        try Self.rename(file.temporary, to: file.change.path)
      } catch {
        var problem = error
        // The other files are restored even if one can't be.
        for done in staged[..<index].reversed() {
          do {
            try Self.restore(done.change)
          } catch {
            problem.unrestored.append(error)
          }
        }
        throw problem
      }
    }
  }

  private static func stage(_ change: Change) throws(FileProblem) -> Staged {
    let permissions = try check(change)
    let file = URL(filePath: change.path)
    // Not a Swift file, since a build may run meanwhile, and a unique name.
    let name = ".\(file.lastPathComponent).\(UUID().uuidString)"
    let folder = file.deletingLastPathComponent()
    let temporary = folder.appending(path: name).path(percentEncoded: false)
    do {
      try Data(change.new.utf8).write(to: URL(filePath: temporary), options: .withoutOverwriting)
      try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: temporary)
    } catch {
      remove(temporary)
      throw FileProblem(
        change.path,
        .unwritable(FileProblem.systemReason(error, path: folder.path(percentEncoded: false), access: W_OK))
      )
    }
    return (change, temporary)
  }

  /// Checks that the file may be replaced and hasn't changed. Returns its permissions.
  @discardableResult private static func check(_ change: Change) throws(FileProblem) -> Int {
    let attributes: [FileAttributeKey: Any]
    let data: Data
    do {
      attributes = try FileManager.default.attributesOfItem(atPath: change.path)
      if attributes[.type] as? FileAttributeType == .typeSymbolicLink {
        let destination = try FileManager.default.destinationOfSymbolicLink(atPath: change.path)
        throw FileProblem(change.path, .symbolicLink(destination: destination))
      }
      data = try Data(contentsOf: URL(filePath: change.path))
    } catch let problem as FileProblem {
      throw problem
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile || error.code == .fileNoSuchFile {
      throw FileProblem(change.path, .changedMeanwhile)
    } catch {
      throw FileProblem(change.path, .unreadable(FileProblem.systemReason(error, path: change.path)))
    }
    guard data.elementsEqual(change.old.utf8) else { throw FileProblem(change.path, .changedMeanwhile) }
    let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o644
    guard permissions & 0o222 != 0 else { throw FileProblem(change.path, .readOnly) }
    return permissions
  }

  private static func rename(_ temporary: String, to path: String) throws(FileProblem) {
    // Foundation has no call that replaces a file in one step. The strings outlive the call.
    guard unsafe Foundation.rename(temporary, path) == 0 else {
      throw FileProblem(path, .unwritable(FileProblem.systemReason(errno)))
    }
  }

  private static func remove(_ temporary: String) { try? FileManager.default.removeItem(atPath: temporary) }

  private static func restore(_ change: Change) throws(FileProblem) {
    let staged = try stage(Change(path: change.path, old: change.new, new: change.old))
    do {
      try rename(staged.temporary, to: change.path)
    } catch {
      remove(staged.temporary)
      throw error
    }
  }
}
