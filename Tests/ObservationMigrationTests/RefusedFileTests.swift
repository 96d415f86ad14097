import Testing

@testable import ObservationMigration

/// A file whose converted text is wrong stays as it is, whatever it would have changed for.
@Suite struct RefusedFileTests {
  @Test(
    arguments: [
      "import Observation\n@Observable final class Cart { var count = 0 }\n",
      "import Combine\nfinal class Cart: ObservableObject { @Published var count = 0 }\n",
    ]
  )
  func aRefusedFileDoesNotChange(text: String) throws {
    let file = SourceFile(path: "Cart.swift", text: text)
    let migration = Migration(options: MigrationOptions(models: true), rules: Rules.list + [NothingIsRightRule.self])
    let result = try #require(migration.run([file]).first)
    #expect(result.migrated == text)
    #expect(result.edits == [])
    #expect(result.findings.map(\.state) == [.refused])
    #expect(result.neededProducts == [])
  }
}

/// Stands against every file that changes.
private enum NothingIsRightRule: Rule {
  static let id: RuleID = "nothing-is-right"

  static let guides = [
    RuleGuide(
      id: id,
      summary: "A file that changes is refused.",
      explanation: "It stands for a mistake in the migration.",
      outcome: .refused,
      before: ""
    )
  ]

  /// The edit cuts through the one of the import.
  static func finish(_ facts: NoFacts, _ draft: inout FileDraft) {
    draft.add([Edit(10..<20, with: "")], of: id)
  }
}
