package import Foundation

/// A folder for a test, which is removed when nothing refers to it any more.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = try Compiler.temporaryFolder().resolvingSymlinksInPath().path(percentEncoded: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Files by their paths below the folder.
  package convenience init(_ files: KeyValuePairs<String, String>) throws {
    try self.init()
    for (name, text) in files { try write(text, to: name) }
  }

  package func url(_ name: String) -> URL { URL(filePath: path).appending(path: name) }

  package func write(_ text: String, to name: String) throws {
    try write(Data(text.utf8), to: name)
  }

  package func write(_ data: Data, to name: String) throws {
    let folder = url(name).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try data.write(to: url(name))
  }

  package func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: url(name).path(percentEncoded: false),
      withDestinationPath: destination
    )
  }

  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: url(name)), as: UTF8.self)
  }

  /// The names of all files below the folder, hidden ones among them.
  package func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}
