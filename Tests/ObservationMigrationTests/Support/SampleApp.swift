import Foundation
import ObservationMigration

/// The sources of an app, and what the migration is to make of them: checked in, and read by people.
///
/// `Input` and `Expected` hold the whole app; `ExpectedWithPipelines` those files that differ when pipelines are rewritten.
enum SampleApp {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "SampleApp")

  /// The Swift files below a folder, by their paths from there.
  static func files(in name: String) throws -> [String: String] {
    let root = folder.appending(path: name)
    var files: [String: String] = [:]
    for path in try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false)) {
      // The file that does not parse is kept from the formatter.
      let name = path.hasSuffix(".conflict") ? String(path.dropLast(".conflict".count)) : path
      guard name.hasSuffix(".swift") else { continue }
      files[name] = String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
    }
    return files
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: folder.appending(path: name)), as: UTF8.self)
  }

  /// What the app is to become.
  static func expected(pipelines: Bool) throws -> [String: String] {
    let expected = try files(in: "Expected")
    guard pipelines else { return expected }
    return expected.merging(try files(in: "ExpectedWithPipelines")) { $1 }
  }

  static func migrated(_ files: [String: String], pipelines: Bool) -> [FileResult] {
    Migration(options: MigrationOptions(pipelines: pipelines))
      .run(files.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) })
  }
}
