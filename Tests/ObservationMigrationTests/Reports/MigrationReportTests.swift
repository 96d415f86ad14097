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
        What holds types back:
        A.swift:10:20: 3 types and 12 lines wait for this, 1 of the types for nothing else. Choose. [pipelines]
          Tied to it by C.swift:1:7 (1 type), D.swift:2:1 (1 type).
        B.swift:1:1: 1 type and 1 line wait for this and other places. It is a struct. [observable]

        To decide:
        A.swift:10:20: warning: needs a decision: Choose. [pipelines]
        B.swift:1:1: warning: refused: It is a struct. [observable]

        Changes that show at run time:
        A.swift:12:3: warning: changed: It is made again and again. [state-object]

        Other changes:
        A.swift:3:7: warning: changed: It is `@Observable`. [observable]

        Left alone on request:
        C.swift:4:1: note: refused: Left alone. [ignore]

        rule          changed  needs a decision  refused
        ignore              0                 0        1
        observable          1                 0        1
        pipelines           0                 1        0
        state-object        1                 0        0

        type   changed  needs a decision  refused
        B            0                 0        1
        Model        2                 1        0

        2 changed, 1 needs a decision, 2 refused in 3 files.

        """
    )
  }

  @Test func nothingToDoIsSaid() throws {
    let results = Migration().run([SourceFile(path: "C.swift", text: "struct C {}\n")])
    #expect(try MigrationReport(of: results).string(.text) == "Nothing to migrate in 1 file.\n")
    let report = MigrationReport(leftBy: results, written: [])
    #expect(try report.string(.text) == "Nothing to migrate in 1 file.\n")
  }

  @Test func whatWasWrittenIsRepeatedWhereItShowsAtRunTime() throws {
    let report = MigrationReport(leftBy: sample, written: ["A.swift"])
    let text = try report.string(.text)
    #expect(text.hasPrefix("A.swift: written\n\nWhat holds types back:\n"))
    #expect(
      text.contains(
        """
        Changed, and different at run time:
        A.swift:12:3: warning: changed: It is made again and again. [state-object]

        Left alone on request:
        """
      )
    )
    #expect(text.contains("\nobservable        0                 0        1\n"))
    #expect(text.hasSuffix("\n\n1 of 3 files written; left: 1 needs a decision, 2 refused.\n"))
    #expect(!text.contains("It is `@Observable`."))
    #expect(report.isWorkLeft)
  }

  @Test func whatWasWrittenIsNoWork() throws {
    let risky = sample[0].findings.filter { $0.state == .changed }
    let report = MigrationReport(leftBy: [result("A.swift", risky)], written: ["A.swift"])
    #expect(!report.isWorkLeft)
    let text = try report.string(.text)
    #expect(
      text.contains(": changed: It is made again and again.")
        && text.hasSuffix("\n\n1 of 1 file written; nothing is left.\n")
    )
    #expect(MigrationReport(of: [result("A.swift", risky)]).isWorkLeft)
  }

  @Test func whatWasDeclinedIsLeft() throws {
    let report = MigrationReport(leftBy: [result("A.swift", [])], written: [], declinedGroups: 2)
    #expect(report.isWorkLeft)
    #expect(try report.string(.text) == "0 of 1 file written; left: 2 groups of types declined.\n")
  }

  @Test func changesCanBeLeftOut() throws {
    let report = MigrationReport(of: sample).withoutChanges()
    #expect(report.findings.map(\.state) == [.needsDecision, .refused, .refused])
    let text = try report.string(.text)
    #expect(!text.contains(": changed:") && text.hasSuffix("\n\n1 needs a decision, 2 refused in 3 files.\n"))
    let changes = sample[0].findings.filter { $0.state == .changed }
    #expect(!MigrationReport(of: [result("A.swift", changes)]).withoutChanges().isWorkLeft)
  }

  @Test func manyRootCausesAreCounted() throws {
    let findings = (1...12).map { line in
      Finding(
        state: .needsDecision,
        rule: "publisher",
        file: "A.swift",
        line: line,
        column: 1,
        message: "Choose.",
        waiting: Finding.Waiting(
          types: (0..<line).map(String.init),
          typesWaitingForItAlone: [],
          lines: line,
          ties: (0..<line - 1).map { Finding.Tie(location: .init(file: "T.swift", line: $0, column: 1), types: 1) }
        )
      )
    }
    let lines = try MigrationReport(of: [result("A.swift", findings)]).string(.text).split(separator: "\n")
    #expect(lines[1].hasPrefix("A.swift:12:1: 12 types and 12 lines wait for this and other places. Choose."))
    #expect(
      lines[2]
        == "  Tied to it by T.swift:0:1 (1 type), T.swift:1:1 (1 type), T.swift:2:1 (1 type) and 8 other places."
    )
    #expect(lines.contains("… and 2 other lines hold types back."))
  }

  @Test func aLineIsOneRootCauseWhateverStandsInIt() throws {
    let waiting = Finding.Waiting(types: ["A"], typesWaitingForItAlone: ["A"], lines: 2)
    let findings = [("publisher", "One."), ("pipeline", "Two."), ("publisher", "One.")].enumerated().map {
      column,
      texts in
      Finding(
        state: .needsDecision,
        rule: RuleID(rawValue: texts.0),
        file: "A.swift",
        line: 3,
        column: column + 1,
        message: texts.1,
        waiting: waiting
      )
    }
    let causes = MigrationReport(of: [result("A.swift", findings)]).rootCauses
    #expect(causes.map(\.rules) == [["publisher", "pipeline"]])
    #expect(causes.map(\.messages) == [["One.", "Two."]])
  }

  @Test func statesHaveColoursOnATerminal() throws {
    let text = try MigrationReport(of: sample).string(.text, style: .colour)
    #expect(text.contains("A.swift:3:7: warning: \u{1B}[32mchanged\u{1B}[0m: "))
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
          "message": "It is `@Observable`.", "isRisky": false, "group": 0,
        ],
        [
          "file": "A.swift", "line": 10, "column": 20, "state": "needs a decision", "rule": "pipelines",
          "type": "Model", "message": "Choose.", "isRisky": false,
        ],
        [
          "file": "A.swift", "line": 12, "column": 3, "state": "changed", "rule": "state-object", "type": "Model",
          "message": "It is made again and again.", "isRisky": true, "group": 0,
        ],
        [
          "file": "B.swift", "line": 1, "column": 1, "state": "refused", "rule": "observable", "type": "B",
          "message": "It is a struct.", "isRisky": false,
        ],
        [
          "file": "C.swift", "line": 4, "column": 1, "state": "refused", "rule": "ignore", "message": "Left alone.",
          "isRisky": false,
        ],
      ],
      "rootCauses": [
        [
          "file": "A.swift", "line": 10, "column": 20, "rules": ["pipelines"], "messages": ["Choose."], "types": 3,
          "typesWaitingForItAlone": 1, "lines": 12,
          "ties": [
            ["file": "C.swift", "line": 1, "column": 7, "types": 1],
            ["file": "D.swift", "line": 2, "column": 1, "types": 1],
          ],
        ],
        [
          "file": "B.swift", "line": 1, "column": 1, "rules": ["observable"], "messages": ["It is a struct."],
          "types": 1,
          "typesWaitingForItAlone": 0, "lines": 1, "ties": [],
        ],
      ],
      "problems": [["path": "/nowhere", "isError": true, "message": problems[0].message]],
      "summary": [
        "files": 3,
        "all": ["changed": 2, "needs a decision": 1, "refused": 2],
        "byRule": [
          "ignore": ["changed": 0, "needs a decision": 0, "refused": 1],
          "state-object": ["changed": 1, "needs a decision": 0, "refused": 0],
          "observable": ["changed": 1, "needs a decision": 0, "refused": 1],
          "pipelines": ["changed": 0, "needs a decision": 1, "refused": 0],
        ],
        "byType": [
          "Model": ["changed": 2, "needs a decision": 1, "refused": 0],
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
        "Convert `B`, `D`, with all that uses them.", "Convert `C`, with all that uses them.",
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

  @Test func gitHubGetsWorkflowCommands() throws {
    let problems = SourceSearch(of: ["/nowhere, 100%"]).problems
    let results = [
      result(
        "A: b, c.swift",
        [
          Finding(
            state: .changed,
            rule: "published",
            file: "A: b, c.swift",
            line: 3,
            column: 7,
            message: "100 %:\r\nno, `a::b`\rc\nd."
          )
        ]
      )
    ]
    #expect(
      try MigrationReport(of: sample + results, problems: problems).string(.github) == """
        ::notice file=A.swift,line=3,col=7,title=observable::changed: It is `@Observable`.
        ::warning file=A.swift,line=10,col=20,title=pipelines::needs a decision: Choose.
        ::warning file=A.swift,line=12,col=3,title=state-object::changed: It is made again and again.
        ::error file=B.swift,line=1,col=1,title=observable::refused: It is a struct.
        ::notice file=C.swift,line=4,col=1,title=ignore::refused: Left alone.
        ::notice file=A%3A b%2C c.swift,line=3,col=7,title=published::changed: 100 %25:%0D%0Ano, `a::b`%0Dc%0Ad.
        ::error file=nowhere%2C 100%25::\(problems[0].message)
        3 changed, 1 needs a decision, 2 refused in 4 files.

        """
    )
  }

  @Test func theVersionIsOneOfSemanticVersioning() {
    #expect(MigrationVersion.current.wholeMatch(of: /\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?/) != nil)
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
        message: "It is `@Observable`.",
        group: 0
      ),
      Finding(
        state: .needsDecision,
        rule: "pipelines",
        file: "A.swift",
        line: 10,
        column: 20,
        type: "Model",
        message: "Choose.",
        waiting: Finding.Waiting(
          types: ["A", "B", "Model"],
          typesWaitingForItAlone: ["Model"],
          lines: 12,
          ties: [
            Finding.Tie(location: .init(file: "C.swift", line: 1, column: 7), types: 1),
            Finding.Tie(location: .init(file: "D.swift", line: 2, column: 1), types: 1),
          ]
        )
      ),
      Finding(
        state: .changed,
        rule: "state-object",
        file: "A.swift",
        line: 12,
        column: 3,
        type: "Model",
        message: "It is made again and again.",
        isRisky: true,
        group: 0
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
        message: "It is a struct.",
        waiting: Finding.Waiting(types: ["B"], typesWaitingForItAlone: [], lines: 1)
      )
    ]
  ),
  result(
    "C.swift",
    [Finding(state: .refused, rule: "ignore", file: "C.swift", line: 4, column: 1, message: "Left alone.")]
  ),
]

/// What the test reads of a log.
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
