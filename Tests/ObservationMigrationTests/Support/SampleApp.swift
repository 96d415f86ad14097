import Foundation
import ObservationMigration

/// The sources of an app, and what the migration is to make of them: checked in, and read by people.
///
/// `Input` and `Expected` hold the whole app; `ExpectedWithPipelines` those files that differ when pipelines are rewritten, and
/// `ExpectedWithSubjects` those that differ when the others are fed as well.
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

  /// The ways in which the app is migrated.
  static let options = [
    MigrationOptions(), MigrationOptions(pipelines: true), MigrationOptions(pipelines: true, subjects: true),
  ]

  /// What the app is to become.
  static func expected(_ options: MigrationOptions) throws -> [String: String] {
    var expected = try files(in: "Expected")
    if options.pipelines { expected.merge(try files(in: "ExpectedWithPipelines")) { $1 } }
    if options.subjects { expected.merge(try files(in: "ExpectedWithSubjects")) { $1 } }
    return expected
  }

  /// What becomes of the app when, once it has been migrated, its classes are made models of our own.
  static func resultsWithModels() throws -> [FileResult] {
    migrated(try expected(MigrationOptions()), MigrationOptions(models: true))
  }

  /// The name of the file with the report.
  static func report(_ options: MigrationOptions) -> String {
    options.subjects ? "report-with-subjects.txt" : options.pipelines ? "report-with-pipelines.txt" : "report.txt"
  }

  static func migrated(_ files: [String: String], _ options: MigrationOptions) -> [FileResult] {
    Migration(options: options).run(files.sorted { $0.key < $1.key }.map { SourceFile(path: $0.key, text: $0.value) })
  }
}
