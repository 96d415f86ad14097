import Foundation
import Testing

@testable import ObservationMigration

@Suite struct MigrationReportTests {
  private static let results = Migration().run([
    SourceFile(path: "Sources/B é.swift", text: "/*😀*/ final class B: ObservableObject {\n  @Published var b = 1\n}\n"),
    SourceFile(path: "/src/Broken.swift", text: "let a = 1\nclass {\n"),
    SourceFile(path: "Sources/C.swift", text: "struct C {}\n"),
  ])

  @Test func textBeginsWithTheClassesAndWhatBlocksThem() throws {
    let target = DeploymentTarget(versions: [.iOS: 16, .macOS: 14], files: ["App.xcodeproj", "Old.xcconfig"])
    let text = try MigrationReport(of: reportedSample, deploymentTargets: [target]).string(.text)
    #expect(
      text == """
        1 of 3 classes can be converted (2 edits in 1 file). 2 classes wait for 2 decisions.
        Deployment target: iOS 16, macOS 14 (App.xcodeproj, Old.xcconfig). `@Observable` needs iOS 17.

        Blockers
          1. A.swift:10:20  blocks 3 types (A, B, Model); for 1 of them it's the only blocker
             Choose. [pipelines]
             Linked through C.swift:1:7 (1 type) and D.swift:2:1 (1 type).
          2. B.swift:1:1  blocks 1 type (B)
             It is a struct. [observable]

        Behaviour changes to review (1)
        A.swift:12:3: warning: changed: It is made again and again. [state-object]

        Other changes: 1. Show them with --verbose, or as a patch with `observation-migrate diff`.
        Excluded by comments or options: 1 place.

        Next: review the patch with `observation-migrate diff`, then write it with `observation-migrate apply`.

        """
    )
  }

  @Test func valuesThatMayBeOutdatedAreCounted() throws {
    let finding = Finding(
      state: .changed,
      rule: "unread-model",
      file: "A.swift",
      line: 2,
      column: 3,
      message: "`Badge` may show an outdated `accent`.",
      isRisky: true
    )
    let report = MigrationReport(of: [reportedResult("A.swift", [finding], edits: 1)])
    let text = try report.string(.text)
    #expect(!text.contains("Behaviour changes") && !text.contains("Badge"))
    #expect(text.contains("\n\nValues that may be outdated in views: 1. Nothing observes these values"))
    let verbose = try report.string(.text, isVerbose: true)
    let line = "A.swift:2:3: note: changed: \(finding.message) [unread-model]"
    #expect(verbose.contains("Values that may be outdated in views (1)\n\(line)\n"))
    #expect(try report.string(.github).hasPrefix("::notice "))
  }

  @Test func eachPlaceIsALineOnRequest() throws {
    let text = try MigrationReport(of: reportedSample).string(.text, isVerbose: true)
    #expect(
      text.contains(
        """
        Decisions (2)
        A.swift:10:20: warning: needs a decision: Choose. [pipelines]
        B.swift:1:1: warning: refused: It is a struct. [observable]

        Behaviour changes to review (1)
        A.swift:12:3: warning: changed: It is made again and again. [state-object]

        Other changes (1)
        A.swift:3:7: note: changed: It is `@Observable`. [observable]

        Excluded by comments or options (1)
        C.swift:4:1: note: refused: Left alone. [ignore]

        rule          changed  needs a decision  refused
        ignore              0                 0        1
        observable          1                 0        1
        pipelines           0                 1        0
        state-object        1                 0        0

        type   changed  needs a decision  refused
        B            0                 0        1
        Model        2                 1        0

        Next:
        """
      )
    )
  }

  @Test func nothingToDoIsSaid() throws {
    let results = Migration().run([SourceFile(path: "C.swift", text: "struct C {}\n")])
    #expect(try MigrationReport(of: results).string(.text) == "Nothing to migrate in 1 file.\n")
    let report = MigrationReport(leftBy: results, written: [])
    #expect(try report.string(.text) == "Nothing to migrate in 1 file.\n")
  }

  @Test func whatWasWrittenIsRepeatedWhereItShowsAtRunTime() throws {
    let report = MigrationReport(leftBy: reportedSample, written: ["A.swift"])
    let text = try report.string(.text)
    #expect(
      text.hasPrefix("1 of 3 classes was converted (1 file written). 2 classes wait for 2 decisions.\n\nBlockers\n")
    )
    #expect(
      text.contains(
        """
        Behaviour changes to review (1)
        A.swift:12:3: warning: changed: It is made again and again. [state-object]

        Excluded by comments or options: 1 place.
        """
      )
    )
    #expect(
      text.hasSuffix(
        """

        Next: build and test, and review the behaviour changes. Then resolve the first blocker, and run this again.

        """
      )
    )
    #expect(!text.contains("It is `@Observable`."))
    #expect(report.isWorkLeft)
    #expect(try report.string(.text, isVerbose: true).contains("\n\nA.swift: written\n\n"))
  }

  @Test func whatWasWrittenIsNoWork() throws {
    let risky = reportedSample[0].findings.filter { $0.state == .changed }
    let report = MigrationReport(leftBy: [reportedResult("A.swift", risky)], written: ["A.swift"])
    #expect(!report.isWorkLeft)
    let text = try report.string(.text)
    #expect(
      text.contains(": changed: It is made again and again.")
        && text.hasSuffix("\n\nNext: build and test, and review the behaviour changes.\n")
    )
    #expect(MigrationReport(of: [reportedResult("A.swift", risky)]).isWorkLeft)
  }

  @Test func whatWasDeclinedIsLeft() throws {
    let report = MigrationReport(leftBy: [reportedResult("A.swift", [])], written: [], declinedGroups: 2)
    #expect(report.isWorkLeft)
    #expect(try report.string(.text) == "Next: run this again to convert what was declined.\n")
  }

  @Test func changesCanBeLeftOut() throws {
    let report = MigrationReport(of: reportedSample).withoutChanges()
    #expect(report.findings.map(\.state) == [.needsDecision, .refused, .refused])
    let text = try report.string(.text)
    #expect(
      !text.contains(": changed:") && text.hasSuffix("\n\nNext: resolve the first blocker, and run this again.\n")
    )
    let changes = reportedSample[0].findings.filter { $0.state == .changed }
    #expect(!MigrationReport(of: [reportedResult("A.swift", changes)]).withoutChanges().isWorkLeft)
  }

  @Test func manyRootCausesAreCounted() throws {
    let findings = (1...12).map { line in
      Finding(
        state: .needsDecision,
        rule: "publisher",
        file: "A.swift",
        line: line,
        column: 1,
        message: "Choose \(line).",
        waiting: Finding.Waiting(
          types: (0..<line).map(String.init),
          typesWaitingForItAlone: [],
          lines: line,
          ties: (0..<line - 1).map { Finding.Tie(location: .init(file: "T.swift", line: $0, column: 1), types: 1) }
        )
      )
    }
    let report = MigrationReport(of: [reportedResult("A.swift", findings)])
    let lines = try report.string(.text).split(separator: "\n")
    #expect(lines[1] == "  1. A.swift:12:1  blocks 12 types (0, 1, 10, …)")
    #expect(lines[2] == "     Choose 12. [publisher]")
    #expect(
      lines[3]
        == "     Linked through T.swift:0:1 (1 type), T.swift:1:1 (1 type), T.swift:2:1 (1 type) and 8 other places."
    )
    #expect(lines.contains("  … and 2 more blockers. Show them with --verbose."))
    #expect(try report.string(.text, isVerbose: true).contains("\n 12. A.swift:1:1  blocks 1 type (0)\n"))
  }

  @Test func equalCausesAreOneBlockerWithItsPlaces() throws {
    let findings = (1...6).map { line in
      Finding(
        state: .needsDecision,
        rule: "publisher",
        file: "A.swift",
        line: line,
        column: 1,
        message: "Choose.",
        waiting: Finding.Waiting(types: ["T\(line)"], typesWaitingForItAlone: ["T\(line)"], lines: 1)
      )
    }
    let text = try MigrationReport(of: [reportedResult("A.swift", findings)]).string(.text)
    #expect(
      text.contains(
        """
          1. A.swift:1:1  blocks 6 types (T1, T2, T3, …); it's the only blocker
             Choose. [publisher]
             Also at A.swift:2:1, A.swift:3:1, A.swift:4:1 and 2 other places.
        """
      )
    )
    #expect(!text.contains("  2. "))
  }

  /// A note that speaks of lines 1 to 6, of which only the first needs attention.
  private static let notes = (1...6).map { line in
    Finding(
      state: .changed,
      rule: "subject",
      file: "A.swift",
      line: line,
      column: 1,
      message: line == 1 ? "Look. Also at 5 other places." : "Look.",
      isRisky: line == 1,
      otherPlaces: line == 1 ? (2...6).map { Finding.Location(file: "A.swift", line: $0, column: 1) } : []
    )
  }

  @Test func aNoteOfSeveralPlacesNamesThem() throws {
    let text = try MigrationReport(of: [reportedResult("A.swift", Self.notes)]).string(.text)
    #expect(
      text.contains(
        """
        A.swift:1:1: warning: changed: Look. Also at 5 other places. [subject]
          Also at A.swift:2:1, A.swift:3:1, A.swift:4:1 and 2 other places.
        """
      )
    )
  }

  @Test(arguments: [(1, [1]), (5, [1, 5]), (7, [])])
  func aNoteOfSeveralPlacesStaysWithEachOfThem(_ line: Int, _ shown: [Int]) {
    let report = MigrationReport(of: [reportedResult("A.swift", Self.notes)])
    #expect(report.limited { $0.line == line }.findings.map(\.line) == shown)
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
    let causes = MigrationReport(of: [reportedResult("A.swift", findings)]).rootCauses
    #expect(causes.map(\.rules) == [["publisher", "pipeline"]])
    #expect(causes.map(\.messages) == [["One.", "Two."]])
  }

  @Test func statesHaveColoursOnATerminal() throws {
    let text = try MigrationReport(of: reportedSample).string(.text, style: .colour, isVerbose: true)
    #expect(text.contains("A.swift:3:7: note: \u{1B}[32mchanged\u{1B}[0m: "))
    #expect(text.contains(": \u{1B}[33mneeds a decision\u{1B}[0m: ") && text.contains(": \u{1B}[31mrefused\u{1B}[0m: "))
  }

  @Test func jsonHoldsTheSame() throws {
    let problems = SourceSearch(of: ["/nowhere"]).problems
    let json = try JSONSerialization.jsonObject(
      with: Data(MigrationReport(of: reportedSample, problems: problems).string(.json).utf8)
    )
    let expected: NSDictionary = [
      "version": 1,
      "findings": [
        [
          "file": "A.swift", "line": 3, "column": 7, "state": "changed", "rule": "observable", "type": "Model",
          "message": "It is `@Observable`.", "isRisky": false, "severity": "note", "group": 0,
        ],
        [
          "file": "A.swift", "line": 10, "column": 20, "state": "needs a decision", "rule": "pipelines",
          "type": "Model", "message": "Choose.", "isRisky": false, "severity": "warning",
        ],
        [
          "file": "A.swift", "line": 12, "column": 3, "state": "changed", "rule": "state-object", "type": "Model",
          "message": "It is made again and again.", "isRisky": true, "severity": "warning", "group": 0,
        ],
        [
          "file": "B.swift", "line": 1, "column": 1, "state": "refused", "rule": "observable", "type": "B",
          "message": "It is a struct.", "isRisky": false, "severity": "error",
        ],
        [
          "file": "C.swift", "line": 4, "column": 1, "state": "refused", "rule": "ignore", "message": "Left alone.",
          "isRisky": false, "severity": "note",
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
      "classes": [
        ["name": "Model", "isConverted": true], ["name": "A", "isConverted": false],
        ["name": "B", "isConverted": false],
      ],
      "deploymentTargets": [],
      "neededProducts": [],
    ]
    #expect(json as? NSDictionary == expected)
  }

  @Test func gitHubGetsWorkflowCommands() throws {
    let problems = SourceSearch(of: ["/nowhere, 100%"]).problems
    let results = [
      reportedResult(
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
      try MigrationReport(of: reportedSample + results, problems: problems).string(.github) == """
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
    let text = try MigrationReport(of: reportedSample).string(format)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
  }
}
