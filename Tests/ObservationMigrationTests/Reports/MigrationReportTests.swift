import Foundation
import Testing

@testable import ObservationMigration

@Suite struct MigrationReportTests {
  private static let results = Migration().run([
    SourceFile(path: "Sources/B é.swift", text: "/*😀*/ final class B: ObservableObject {\n  @Published var b = 1\n}\n"),
    SourceFile(path: "/src/Broken.swift", text: "let a = 1\nclass {\n"),
    SourceFile(path: "Sources/C.swift", text: "struct C {}\n"),
  ])

  @Test func textHasALineAPlaceAndTables() throws {
    let text = try MigrationReport(of: sample).string(.text)
    #expect(
      text == """
        A.swift:3:7: changed: It is `@Observable`. [observable]
        A.swift:10:20: needs a decision: Choose. [pipelines]
        B.swift:1:1: refused: It is a struct. [observable]

        rule        changed  needs a decision  refused
        observable        1                 0        1
        pipelines         0                 1        0

        type   changed  needs a decision  refused
        B            0                 0        1
        Model        1                 1        0

        1 changed, 1 needs a decision, 1 refused in 3 files.

        """
    )
  }

  @Test func nothingToDoIsSaid() throws {
    let results = Migration().run([SourceFile(path: "C.swift", text: "struct C {}\n")])
    #expect(try MigrationReport(of: results).string(.text) == "Nothing to migrate in 1 file.\n")
    let report = MigrationReport(leftBy: results, written: [])
    #expect(try report.string(.text) == "Nothing to migrate in 1 file.\n")
  }

  @Test func whatIsLeftHasNoChangedPlaces() throws {
    let text = try MigrationReport(leftBy: sample, written: ["A.swift"]).string(.text)
    #expect(text.hasPrefix("A.swift: written\n\nA.swift:10:20: needs a decision: Choose. [pipelines]\n"))
    #expect(text.hasSuffix("\n\n1 of 3 files written; left: 1 needs a decision, 1 refused.\n"))
    #expect(!text.contains(": changed:"))
  }

  @Test func statesHaveColoursOnATerminal() throws {
    let text = try MigrationReport(of: sample).string(.text, style: .colour)
    #expect(text.contains("A.swift:3:7: \u{1B}[32mchanged\u{1B}[0m: "))
    #expect(text.contains(": \u{1B}[33mneeds a decision\u{1B}[0m: ") && text.contains(": \u{1B}[31mrefused\u{1B}[0m: "))
  }

  @Test func jsonHoldsTheSame() throws {
    let problems = SourceSearch(of: ["/nowhere"]).problems
    let json = try JSONSerialization.jsonObject(
      with: Data(MigrationReport(of: sample, problems: problems).string(.json).utf8)
    )
    let expected: NSDictionary = [
      "version": 1,
      "findings": [
        [
          "file": "A.swift", "line": 3, "column": 7, "state": "changed", "rule": "observable", "type": "Model",
          "message": "It is `@Observable`.",
        ],
        [
          "file": "A.swift", "line": 10, "column": 20, "state": "needs a decision", "rule": "pipelines",
          "type": "Model",
          "message": "Choose.",
        ],
        [
          "file": "B.swift", "line": 1, "column": 1, "state": "refused", "rule": "observable", "type": "B",
          "message": "It is a struct.",
        ],
      ],
      "problems": [["path": "/nowhere", "isError": true, "message": problems[0].message]],
      "summary": [
        "files": 3,
        "all": ["changed": 1, "needs a decision": 1, "refused": 1],
        "byRule": [
          "observable": ["changed": 1, "needs a decision": 0, "refused": 1],
          "pipelines": ["changed": 0, "needs a decision": 1, "refused": 0],
        ],
        "byType": [
          "Model": ["changed": 1, "needs a decision": 1, "refused": 0],
          "B": ["changed": 0, "needs a decision": 0, "refused": 1],
        ],
      ],
    ]
    #expect(json as? NSDictionary == expected)
  }

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

  @Test(arguments: MigrationReport.Format.allCases) func aReportEndsWithANewline(format: MigrationReport.Format) throws
  {
    let text = try MigrationReport(of: sample).string(format)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }
}

private func result(_ path: String, _ findings: [Finding]) -> FileResult {
  FileResult(file: SourceFile(path: path, text: ""), edits: [], migrated: "", findings: findings)
}

/// Findings of every state, in files and types of every kind of name.
private let sample = [
  result(
    "A.swift",
    [
      Finding(
        state: .changed,
        rule: "observable",
        file: "A.swift",
        line: 3,
        column: 7,
        type: "Model",
        message: "It is `@Observable`."
      ),
      Finding(
        state: .needsDecision,
        rule: "pipelines",
        file: "A.swift",
        line: 10,
        column: 20,
        type: "Model",
        message: "Choose."
      ),
    ]
  ),
  result(
    "B.swift",
    [
      Finding(
        state: .refused,
        rule: "observable",
        file: "B.swift",
        line: 1,
        column: 1,
        type: "B",
        message: "It is a struct."
      )
    ]
  ),
  result("C.swift", []),
]

/// What the test reads of a log.
private struct SARIF: Decodable {
  struct Message: Decodable { let text: String }
  struct Rule: Decodable {
    let id: String
    let shortDescription: Message?
  }
  struct Driver: Decodable { let rules: [Rule] }
  struct Tool: Decodable { let driver: Driver }
  struct ArtifactLocation: Decodable { let uri: String }
  struct Region: Decodable, Equatable {
    let startLine: Int
    let startColumn: Int
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
