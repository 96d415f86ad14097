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

  /// But for what macros generate, which another test compares with what they do.
  @Test(arguments: (files + Documentation.pages).filter { !$0.hasSuffix("/Expansions.md") })
  func noSwiftStandsInOtherBlocks(file: String) throws {
    let beginnings = [
      "import ", "func ", "let ", "var ", "class ", "final class ", "struct ", "enum ", "actor ", "extension ", "@",
    ]
    for block in try Documentation.allBlocks(of: file) where block.language != "swift" {
      #expect(!block.lines.contains { line in beginnings.contains { line.hasPrefix($0) } }, "\(block.text)")
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
