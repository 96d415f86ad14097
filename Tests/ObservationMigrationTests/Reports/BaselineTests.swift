import Foundation
import Testing

@testable import ObservationMigration

@Suite struct BaselineTests {
  private func results(_ files: KeyValuePairs<String, String>) -> [FileResult] {
    Migration().run(files.map { SourceFile(path: $0, text: $1) })
  }

  private func new(_ files: KeyValuePairs<String, String>, since baseline: Baseline) -> [String] {
    MigrationReport(of: results(files)).limited(toNewSince: baseline).findings.map {
      "\($0.file):\($0.line) \($0.rule)"
    }
  }

  private static let model = "final class A: ObservableObject {\n  @Published var a = 1\n}\n"

  @Test func whatIsKnownDoesNotCountWhereverItHasMovedTo() {
    let baseline = Baseline(of: results(["A.swift": "import Combine\n" + Self.model]))
    #expect(baseline.count == 3)
    #expect(new(["A.swift": "import Combine\n" + Self.model], since: baseline).isEmpty)
    #expect(new(["A.swift": "import Combine\n\n// More\n\n" + Self.model + "\nlet x = 1\n"], since: baseline).isEmpty)
    #expect(new(["A.swift": "import Combine\r\n" + Self.model.replacing("\n", with: "\r\n")], since: baseline).isEmpty)
    #expect(new(["./A.swift": "import Combine\n" + Self.model], since: baseline).isEmpty)
  }

  @Test func whatHasBeenAddedCounts() {
    let baseline = Baseline(of: results(["A.swift": "import Combine\n" + Self.model]))
    let more = Self.model.replacing("}\n", with: "  @Published var b = 1\n}\n")
    #expect(new(["A.swift": "import Combine\n" + more], since: baseline) == ["A.swift:4 published"])
    #expect(
      new(["A.swift": "import Combine\n" + Self.model, "B.swift": "class B: ObservableObject {}\n"], since: baseline)
        == ["B.swift:1 imports", "B.swift:1 observable"]
    )
    #expect(new(["C.swift": "import Combine\n" + Self.model], since: baseline).count == 3)
  }

  @Test func ofEqualLinesAsManyAreKnownAsThereWere() {
    func text(_ count: Int) -> String {
      "import Combine\n"
        + (0..<count).map { "enum E\($0) {\n  class A: ObservableObject {\n  @Published var a = 1\n  }\n}\n" }.joined()
    }
    let scope = results(["A.swift": text(2)]).map { result in
      // As if the types had one name.
      FileResult(
        file: result.file,
        edits: [],
        migrated: "",
        findings: result.findings.map { finding in
          var finding = finding
          finding.type = nil
          return finding
        }
      )
    }
    let baseline = Baseline(of: scope)
    #expect(baseline.count == 5)
    let more = Migration().run([SourceFile(path: "A.swift", text: text(3))]).flatMap(\.findings).map { finding in
      var finding = finding
      finding.type = nil
      return finding
    }
    let files = [SourceFile(path: "A.swift", text: text(3))]
    #expect(baseline.new(in: more, of: files).map(\.line) == [13, 14])
  }

  @Test func aDecisionMakesNothingNew() {
    let held = """
      import Combine
      class A: ObservableObject {
        @Published var a = 1
        var values: Any { $a }
      }
      class B: A {
        @Published var b = 1
      }
      """
    let baseline = Baseline(of: results(["A.swift": held]))
    #expect(results(["A.swift": held]).flatMap(\.edits).isEmpty)
    let decided = held.replacing("  var values: Any { $a }\n", with: "")
    #expect(!results(["A.swift": decided]).flatMap(\.edits).isEmpty)
    #expect(new(["A.swift": decided], since: baseline).isEmpty)
    let more = decided.replacing("b = 1", with: "b = 1\n  @Published var c = 2")
    #expect(new(["A.swift": more], since: baseline) == ["A.swift:1 imports", "A.swift:7 published"])
  }

  @Test func whatWasLeftAloneOnRequestIsNeverNew() {
    let baseline = Baseline(of: [])
    let text = "// observation-migrate:ignore\nclass A: ObservableObject {}\n"
    #expect(new(["A.swift": text], since: baseline).isEmpty)
  }

  @Test func itIsReadAsItWasWritten() throws {
    let baseline = Baseline(of: results(["A.swift": "import Combine\n" + Self.model]))
    let json = try baseline.json()
    #expect(try Baseline(json: json.utf8) == baseline)
    #expect(
      json == """
        {
          "findings" : [
            {
              "count" : 1,
              "file" : "A.swift",
              "rule" : "published",
              "text" : "@Published var a = 1",
              "type" : "A"
            },
            {
              "count" : 1,
              "file" : "A.swift",
              "rule" : "observable",
              "text" : "final class A: ObservableObject {",
              "type" : "A"
            },
            {
              "count" : 1,
              "file" : "A.swift",
              "rule" : "imports",
              "text" : "import Combine"
            }
          ],
          "version" : 1
        }

        """
    )
  }

  @Test(
    arguments: [
      ("", "it isn't a baseline; write one with check --write-baseline"),
      ("{}", "it isn't a baseline; write one with check --write-baseline"),
      (
        #"{"version": 2, "findings": []}"#,
        "it's a baseline of version 2, and 1 is needed; write it again"
      ),
    ]
  ) func whatIsNoBaselineIsSaid(text: String, message: String) {
    #expect {
      try Baseline(json: text.utf8)
    } throws: {
      "\($0)" == message
    }
  }
}
