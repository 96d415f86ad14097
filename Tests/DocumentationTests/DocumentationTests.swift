import Foundation
import TestSupport
import Testing

/// Every Swift block of the documentation is compiled as printed.
@Suite struct DocumentationTests {
  /// Without the examples of the rules, which need SwiftUI: the migration's own tests run and compile them.
  static let files = Documentation.files.filter {
    !$0.hasPrefix("Sources/ObservationMigration/Documentation.docc/Rules/")
  }

  private static let snippets = Result {
    try [
      "ObservationBridgeTests", "ObservationBridgeTestingTests", "ObservationTrackingTests", "ObservationModelsTests",
      "SwiftObserverTests", "ObservationMigrationTests", "DocumentationTests",
    ]
    .flatMap { try Documentation.lines(of: "Tests/\($0)/Snippets.swift") }
    .map(unindented).joined(separator: "\n")
  }

  /// A part of a file also stands in a `Snippets.swift`, and lines of a manifest in README, whose tests use them.
  @Test(arguments: files) func everyPartOfAFileIsCompiled(file: String) throws {
    let snippets = try Self.snippets.get()
    let manifests = try Documentation.blocks(of: "README.md").filter(\.isOfManifest).map(\.condensed)
    for block in try Documentation.blocks(of: file) where !block.isFile {
      if block.isOfManifest {
        #expect(manifests.contains(block.condensed), "not in README")
      } else {
        #expect(snippets.contains(block.lines.map(Self.unindented).joined(separator: "\n")), "not in Snippets.swift")
      }
    }
  }

  #if os(Linux)
    static let wholeFiles = files.flatMap { file in
      ((try? Documentation.blocks(of: file)) ?? []).filter(\.isFile).map { (file, $0.text) }
    }

    @Test(arguments: wholeFiles, LanguageMode.allCases)
    func everyWholeFileIsCompiled(_ block: (file: String, text: String), mode: LanguageMode) throws {
      let result = try Compiler.check(block.text, ["-parse-as-library", "-warnings-as-errors"] + mode.arguments)
      #expect(result.isSuccess, "\(block.file): \(result.output)")
    }
  #endif

  /// Without the expansions: another test compares them with the macros' output.
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
