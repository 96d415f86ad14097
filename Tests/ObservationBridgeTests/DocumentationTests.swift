import Foundation
import Testing

/// Every block of Swift in README and in the documentation is compiled: it stands in a `Snippets.swift`, too.
@Suite struct DocumentationTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// README, the articles, and the sources, whose doc comments have blocks as well.
  static let files: [String] = {
    let sources = root.appending(path: "Sources")
    let paths = FileManager.default.enumerator(atPath: sources.path())?.compactMap { $0 as? String } ?? []
    return ["README.md"]
      + paths.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }.map { "Sources/" + $0 }.sorted()
      // The examples of the rules, which need SwiftUI: the migration's own tests run and compile them.
      .filter { $0 != "Sources/ObservationMigration/Documentation.docc/RuleList.md" }
  }()

  private static let snippets = Result {
    try [
      "ObservationBridgeTests", "ObservationBridgeTestingTests", "ObservationTrackingTests", "SwiftObserverTests",
      "ObservationMigrationTests",
    ]
    .flatMap { try lines(of: "Tests/\($0)/Snippets.swift") }
    .joined(separator: "\n")
  }

  @Test(arguments: files) func everyBlockOfSwiftIsCompiled(file: String) throws {
    let snippets = try Self.snippets.get()
    for block in Self.blocks(in: try Self.lines(of: file)) {
      // The two blocks of a manifest.
      if block[0].hasPrefix(".package(") || block[0].hasPrefix(".target(") { continue }
      #expect(snippets.contains(block.joined(separator: "\n")), "not in Snippets.swift")
    }
  }

  @Test func thereAreBlocksToCompile() throws {
    let count = try Self.files.map { Self.blocks(in: try Self.lines(of: $0)).count }.reduce(0, +)
    #expect(count > 12)
  }

  @Test func readmeHasAWorkingExampleByLineTwenty() throws {
    let lines = try Self.lines(of: "README.md")
    let first = try #require(lines.firstIndex(of: "```swift"))
    #expect(first < 20)
  }

  /// Without indentation and the marks of doc comments.
  private static func lines(of file: String) throws -> [String] {
    try String(contentsOf: root.appending(path: file), encoding: .utf8).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).map { line in
      var text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("///") { text = text.dropFirst(3).trimmingCharacters(in: .whitespaces) }
      return text
    }
  }

  private static func blocks(in lines: [String]) -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in lines {
      if line == "```swift" {
        block = []
      } else if line == "```", let finished = block {
        blocks.append(finished)
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }
}
