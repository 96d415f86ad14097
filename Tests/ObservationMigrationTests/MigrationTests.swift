import ObservationMigration
import Testing

@Suite struct MigrationTests {
  @Test func fileThatDoesNotParseIsRefusedAndLeft() throws {
    let file = SourceFile(path: "Broken.swift", text: "class {")
    let result = try #require(Migration().run([file]).first)
    #expect(result.migrated == file.text)
    #expect(result.edits.isEmpty)
    #expect(result.findings.map(\.state) == [.refused])
  }

  @Test func publishedPropertyBecomesPlain() throws {
    let file = SourceFile(path: "A.swift", text: "final class A: ObservableObject {\n  @Published var x = 1\n}\n")
    let result = try #require(Migration().run([file]).first)
    #expect(result.migrated == "import Observation\n\n@Observable\nfinal class A {\n  var x = 1\n}\n")
  }
}
