import Foundation
import Testing

@testable import ObservationMigration

@Suite struct SARIFReportTests {
  private static let results = Migration().run([
    SourceFile(path: "Sources/B é.swift", text: "/*😀*/ final class B: ObservableObject {\n  @Published var b = 1\n}\n"),
    SourceFile(path: "/src/Broken.swift", text: "let a = 1\nclass {\n"),
    SourceFile(path: "Sources/C.swift", text: "struct C {}\n"),
  ])

  @Test func sarifNamesRulesAndPlaces() throws {
    let problems = SourceSearch(of: ["/nowhere"]).problems
    let text = try MigrationReport(of: Self.results, problems: problems).string(.sarif)
    let log = try JSONDecoder().decode(SARIF.self, from: Data(text.utf8))
    #expect(log.version == "2.1.0")
    let run = try #require(log.runs.first)
    #expect(run.columnKind == "utf16CodeUnits")
    let rules = run.tool.driver.rules
    #expect(rules.prefix(Rules.all.count).map(\.id) == Rules.all.map { $0.id.rawValue })
    #expect(rules.prefix(Rules.all.count).map(\.shortDescription?.text) == Rules.all.map { $0.summary })
    #expect(rules.last?.id == "syntax")
    for result in run.results { #expect(rules[result.ruleIndex].id == result.ruleId) }

    #expect(
      run.tool.driver.version == MigrationVersion.current && run.tool.driver.semanticVersion == MigrationVersion.current
    )

    let changed = try #require(run.results.first { $0.ruleId == "observable" })
    #expect(changed.locations[0].physicalLocation.artifactLocation.uri == "Sources/B%20%C3%A9.swift")
    // Two code units of UTF-16 where UTF-8 has four.
    #expect(changed.locations[0].physicalLocation.region == SARIF.Region(startLine: 1, startColumn: 20))
    let refused = try #require(run.results.first { $0.level == "error" })
    #expect(refused.locations[0].physicalLocation.artifactLocation.uri == "file:///src/Broken.swift")
    #expect(refused.ruleId == "syntax")

    let invocation = try #require(run.invocations.first)
    #expect(!invocation.executionSuccessful)
    #expect(invocation.toolExecutionNotifications.map(\.message.text) == problems.map(\.message))
  }

  @Test func sarifIsAsItsSchemaSays() throws {
    let broken = SourceFile(path: "/src/Broken file.swift", text: "class Broken: ObservableObject {\n")
    let odd = SourceFile(
      path: "Sources/é 😀.swift",
      text:
        "import Combine\r/*😀*/ final class 😀: ObservableObject { @Published var a = 1 }\rfinal class M: ObservableObject {"
        + "\r  func f() -> Any { objectWillChange }\r}"
    )
    let app = try SampleApp.files(in: "Input").map { SourceFile(path: $0.key, text: $0.value) }
    for files in [[], [broken], [odd], app, [broken, odd]] {
      let migration = Migration(options: MigrationOptions(pipelines: true)).prepare(files)
      let report = MigrationReport(
        of: migration.results,
        problems: SourceSearch(of: ["/nowhere"]).problems,
        conversions: migration.conversions()
      )
      let log = try JSONSerialization.jsonObject(with: Data(report.string(.sarif).utf8))
      #expect(SARIFSchema.log.errors(in: log) == [])
    }
    #expect(SARIFSchema.log.errors(in: ["version": "2.0.0"]).sorted() == ["$.version: 2.0.0", "$: no runs"])
  }

  @Test func byteOrderMarkIsNoColumn() throws {
    let file = SourceFile(path: "A.swift", text: "\u{FEFF}final class Ä: ObservableObject { @Published var a = 1 }\n")
    let migration = Migration().prepare([file])
    let report = MigrationReport(of: migration.results, conversions: migration.conversions())
    let run = try JSONDecoder().decode(SARIF.self, from: Data(report.string(.sarif).utf8)).runs[0]
    let columns = run.results.map(\.locations[0].physicalLocation.region.startColumn)
    #expect(Set(columns) == [1, 13, 35])
    let change = try #require(run.results.compactMap(\.fixes).first?.first?.artifactChanges.first)
    #expect(change.replacements.map(\.deletedRegion.startColumn).max() == 35)
  }

  @Test func sarifOffersEachGroupAsOneFix() throws {
    let files = [
      SourceFile(
        path: "Sources/B é.swift",
        text: "import Combine\r\n/*😀*/ class B: ObservableObject {\r\n  /*é*/ @Published var b = 1\r\n}\r\n"
      ),
      SourceFile(path: "C.swift", text: "import Combine\nfinal class C: ObservableObject { @Published var c = 1 }\n"),
      SourceFile(path: "D.swift", text: "import Combine\nfinal class D: B { @Published var d = 1 }\n"),
    ]
    let migration = Migration().prepare(files)
    let results = migration.results
    let conversions = migration.conversions()
    #expect(conversions.map(\.group.types) == [["B", "D"], ["C"]])
    let text = try MigrationReport(of: results, conversions: conversions).string(.sarif)
    let log = try JSONDecoder().decode(SARIF.self, from: Data(text.utf8)).runs[0]
    let fixes = log.results.compactMap(\.fixes).flatMap(\.self)
    #expect(
      fixes.map(\.description.text) == [
        "Convert `B`, `D`, with everything that uses them.", "Convert `C`, with everything that uses them.",
      ]
    )
    #expect(
      fixes.map { $0.artifactChanges.map(\.artifactLocation.uri) } == [
        ["Sources/B%20%C3%A9.swift", "D.swift"], ["C.swift"],
      ]
    )
    for change in fixes.flatMap(\.artifactChanges) {
      let result = try #require(results.first { change.artifactLocation.uri.removingPercentEncoding == $0.file.path })
      #expect(change.applied(to: result.file.text) == result.migrated)
    }
    // The first place of a group offers it.
    #expect(log.results.filter { $0.fixes != nil }.map(\.ruleId) == ["observable", "observable"])
  }

  @Test func fingerprintsSurviveMovedLines() throws {
    func fingerprints(_ text: String) throws -> [String] {
      let results = Migration().run([SourceFile(path: "A.swift", text: text)])
      let log = try JSONDecoder().decode(SARIF.self, from: Data(MigrationReport(of: results).string(.sarif).utf8))
      return try log.runs[0].results.map { try #require($0.partialFingerprints["observationMigrate/v1"]) }
    }
    let text =
      "final class A: ObservableObject {\n  @Published var a = 1\n  @Published var b = 1; @Published var c = 2\n}\n"
    let before = try fingerprints("import Combine\n" + text)
    #expect(Set(before).count == before.count && before.count == 5)
    #expect(before.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{16}/) != nil })
    #expect(try fingerprints("import Combine\n\n// More.\n\n\n" + text.replacing("  @", with: "\t@")) == before)
    #expect(try fingerprints("import Combine\r\n" + text.replacing("\n", with: "\r\n")) == before)
    let changed = try fingerprints("import Combine\n" + text.replacing("a = 1", with: "a = 2"))
    #expect(zip(before, changed).count { $0 != $1 } == 1)
    // Another run, another machine: the number is always the same.
    #expect(
      Fingerprint(file: "A.swift", rule: "published", type: "A", text: "@Published var a = 1").hash(occurrence: 0)
        == "b1e6a36d925590bc"
    )
  }
}

private struct SARIF: Decodable {
  struct Message: Decodable { let text: String }
  struct Rule: Decodable {
    let id: String
    let shortDescription: Message?
  }
  struct Driver: Decodable {
    let version: String
    let semanticVersion: String
    let rules: [Rule]
  }
  struct Tool: Decodable { let driver: Driver }
  struct ArtifactLocation: Decodable { let uri: String }
  struct Region: Decodable, Equatable {
    let startLine: Int
    let startColumn: Int
    var endLine: Int?
    var endColumn: Int?
  }
  struct PhysicalLocation: Decodable {
    let artifactLocation: ArtifactLocation
    let region: Region
  }
  struct Location: Decodable { let physicalLocation: PhysicalLocation }
  struct Result: Decodable {
    let ruleId: String
    let ruleIndex: Int
    let level: String
    let locations: [Location]
    let partialFingerprints: [String: String]
    let fixes: [Fix]?
  }
  struct Replacement: Decodable {
    let deletedRegion: Region
    let insertedContent: Message
  }
  struct ArtifactChange: Decodable {
    let artifactLocation: ArtifactLocation
    let replacements: [Replacement]
  }
  struct Fix: Decodable {
    let description: Message
    let artifactChanges: [ArtifactChange]
  }
  struct Notification: Decodable { let message: Message }
  struct Invocation: Decodable {
    let executionSuccessful: Bool
    let toolExecutionNotifications: [Notification]
  }
  struct Run: Decodable {
    let tool: Tool
    let columnKind: String
    let invocations: [Invocation]
    let results: [Result]
  }
  let version: String
  let runs: [Run]
}

extension SARIF.ArtifactChange {
  /// What a reader of the log makes of a file.
  func applied(to text: String) -> String {
    var lines: [[UInt16]] = [[]]
    for unit in text.utf16 {
      lines[lines.count - 1].append(unit)
      if unit == 10 { lines.append([]) }
    }
    func offset(_ line: Int, _ column: Int) -> Int { lines.prefix(line - 1).map(\.count).reduce(0, +) + column - 1 }
    var units = Array(text.utf16)
    for replacement in replacements.reversed() {
      let region = replacement.deletedRegion
      let start = offset(region.startLine, region.startColumn)
      let end = offset(region.endLine ?? region.startLine, region.endColumn ?? region.startColumn)
      units.replaceSubrange(start..<end, with: Array(replacement.insertedContent.text.utf16))
    }
    return String(decoding: units, as: UTF16.self)
  }
}
