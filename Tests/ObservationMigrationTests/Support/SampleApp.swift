import Foundation

/// The sources of an app, and what the migration is to make of them: checked in, and read by people.
enum SampleApp {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "SampleApp")

  /// The Swift files below a folder, by their paths from there.
  static func files(in name: String) throws -> [String: String] {
    let root = folder.appending(path: name)
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false))
    where path.hasSuffix(".swift") {
      files[path] = String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }
    return files
  }
}
