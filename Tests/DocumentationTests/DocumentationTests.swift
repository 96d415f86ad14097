import Foundation
import Testing

/// Every block of Swift in the documentation is compiled: it stands in a `Snippets.swift`, too.
@Suite struct DocumentationTests {
  /// But for the examples of the rules, which need SwiftUI: the migration's own tests run and compile them.
  static let files = Documentation.files.filter { $0 != "Sources/ObservationMigration/Documentation.docc/RuleList.md" }

  private static let snippets = Result {
    try [
      "ObservationBridgeTests", "ObservationBridgeTestingTests", "ObservationTrackingTests", "SwiftObserverTests",
      "ObservationMigrationTests",
    ]
    .flatMap { try Documentation.lines(of: "Tests/\($0)/Snippets.swift") }
    .map(unindented).joined(separator: "\n")
  }

  @Test(arguments: files) func everyBlockOfSwiftIsCompiled(file: String) throws {
    let snippets = try Self.snippets.get()
    for block in try Documentation.blocks(of: file) {
      #expect(snippets.contains(block.lines.map(Self.unindented).joined(separator: "\n")), "not in Snippets.swift")
    }
  }

  @Test func thereAreBlocksToCompile() throws {
    let count = try Self.files.map { try Documentation.blocks(of: $0).count }.reduce(0, +)
    #expect(count > 12)
  }

  private static func unindented(_ line: String) -> String {
    line.trimmingCharacters(in: .whitespaces)
  }
}
