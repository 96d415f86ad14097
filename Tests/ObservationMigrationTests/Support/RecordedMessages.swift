import Foundation
import ObservationMigration
import Synchronization
import Testing

/// What the migration tells people about the sources of tests, word for word and with its places: one file a suite in `Messages`, with a
/// section for each migration that a test runs.
///
/// A change of a message shows in the diff of these files, which people read. To record them again, run the tests with
/// `OBSERVATION_BRIDGE_UPDATE_MESSAGES=1`; delete the folder's files first to get rid of sections that no test uses any longer.
enum RecordedMessages {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Messages")

  static let isRecording = ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_UPDATE_MESSAGES"] == "1"

  /// The sections of each file, by their headings.
  private static let files = Mutex<[String: [String: String]]>([:])

  /// Compares findings with what was recorded for the test that runs.
  static func compare(
    _ results: [FileResult],
    _ options: MigrationOptions,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    guard let test = Test.current else { return }
    let name = String(test.sourceLocation.fileName.dropLast(".swift".count))
    // The number tells the migrations of one test apart.
    let digest = String(results.map(\.file).digest, radix: 36)
    let heading = ([test.name, digest] + flags(options)).joined(separator: " ")
    let found = text(of: results)
    let recorded = files.withLock { files -> String? in
      if files[name] == nil { files[name] = sections(of: name) }
      if isRecording, files[name]?[heading] != found {
        files[name]?[heading] = found
        write(files[name] ?? [:], to: name)
      }
      return files[name]?[heading]
    }
    let hint = "Record the messages with OBSERVATION_BRIDGE_UPDATE_MESSAGES=1 if these are meant."
    guard let recorded else {
      Issue.record("No messages are recorded for \"\(heading)\":\n\(found)\(hint)", sourceLocation: sourceLocation)
      return
    }
    #expect(found == recorded, "\(hint)", sourceLocation: sourceLocation)
  }

  /// The headings in the files, by suite.
  static func headings() throws -> [String: [String]] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(".txt".count)) }
    return Dictionary(uniqueKeysWithValues: names.map { ($0, Array(sections(of: $0).keys)) })
  }

  private static func text(of results: [FileResult]) -> String {
    results.flatMap(\.findings).map { finding in
      let place = "\(finding.file):\(finding.line):\(finding.column)"
      let state = finding.state.rawValue + (finding.isRisky ? ", at run time" : "")
      return "\(place): \(state): \(finding.message) [\(finding.rule)]\n"
    }
    .joined()
  }

  /// The options that aren't as usual.
  private static func flags(_ options: MigrationOptions) -> [String] {
    zip(Mirror(reflecting: options).children, Mirror(reflecting: MigrationOptions()).children).compactMap {
      child,
      usual in
      let value = describe(child.value)
      return value == describe(usual.value) ? nil : "\(child.label ?? "")=\(value)"
    }
  }

  /// The recorded text, which is the same on each machine and in each run: sets and dictionaries have no order.
  private static func describe(_ value: Any) -> String {
    switch value {
    case let versions as [DeploymentTarget.Platform: Int]: return DeploymentTarget(versions: versions).versionList
    case let targets as [DeploymentTarget]:
      return targets.map { target in
        ([target.versionList] + (target.folder?.split(separator: "/").suffix(1).map(String.init) ?? []))
          .joined(separator: " in ")
      }
      .joined(separator: "; ")
    default:
      guard Mirror(reflecting: value).displayStyle == .set else { return "\(value)" }
      return "\(Mirror(reflecting: value).children.map { "\($0.value)" }.sorted())"
    }
  }

  // MARK: Files

  private static func url(_ name: String) -> URL { folder.appending(path: "\(name).txt") }

  private static func sections(of name: String) -> [String: String] {
    guard let data = try? Data(contentsOf: url(name)) else { return [:] }
    var sections: [String: String] = [:]
    var heading = ""
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("## ") {
        heading = String(line.dropFirst(3))
        sections[heading] = ""
      } else {
        sections[heading, default: ""] += line + "\n"
      }
    }
    return sections
  }

  private static func write(_ sections: [String: String], to name: String) {
    let text = sections.sorted { $0.key < $1.key }.map { "## \($0.key)\n\($0.value)" }.joined(separator: "\n")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url(name))
    } catch {
      Issue.record(error)
    }
  }
}

extension Migration {
  /// Migrates, and compares the findings with what was recorded for the test that runs, and the result with those of other orders of the rules.
  func recorded(_ files: [SourceFile], sourceLocation: SourceLocation = #_sourceLocation) -> [FileResult] {
    let results = run(files)
    RecordedMessages.compare(results, options, sourceLocation: sourceLocation)
    RuleOrder.compare(results, options, sourceLocation: sourceLocation)
    return results
  }
}
