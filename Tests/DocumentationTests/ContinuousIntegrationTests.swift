import Foundation
import Testing

/// `.ci/run` and the workflow for Linux run the same steps.
struct ContinuousIntegrationTests {
  private struct Step: Equatable {
    let name: String
    let command: String
  }

  private static let workflow = ".github/workflows/linux.yml"

  @Test func theWorkflowRunsTheStepsOfTheScript() throws {
    let steps = try Self.steps
    let jobs = try Documentation.lines(of: Self.workflow).compactMap { line in
      line.wholeMatch(of: /\ +- \{ name: "(.+)", run: "(.+)" \}/).map {
        Step(name: String($0.1), command: String($0.2))
      }
    }
    #expect(steps.count > 10)
    #expect(jobs == steps)
  }

  @Test func everyStepHasAScriptThatCanBeRun() throws {
    let scripts = try Self.steps.map { String($0.command.prefix { $0 != " " }) }
    for script in scripts {
      let path = Documentation.root.appending(path: script).path
      #expect(FileManager.default.isExecutableFile(atPath: path), "\(script)")
    }
    let folder = Documentation.root.appending(path: ".ci/steps").path
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "common" }
    #expect(files.map { ".ci/steps/" + $0 }.sorted() == scripts.filter { $0.hasPrefix(".ci/steps/") }.sorted())
  }

  /// A job that ends before its watchdog doesn't report the command it was waiting for.
  @Test func watchdogsEndBeforeTheirJobs() throws {
    let limit = try Documentation.lines(of: Self.workflow).compactMap { line in
      line.firstMatch(of: /timeout-minutes: ([0-9]+)/).flatMap { Int($0.1) }
    }
    #expect(limit.count == 1)
    for script in Set(try Self.steps.map { String($0.command.prefix { $0 != " " }) }).union([".ci/steps/common"]) {
      for line in try Documentation.lines(of: script) {
        guard let match = line.firstMatch(of: /timeout --foreground ([0-9]+)([a-z]?)/) else { continue }
        let minutes = try #require(match.2 == "m" ? Int(match.1) : nil, "\(script) counts in minutes, too")
        // A step runs up to two, and builds before.
        #expect(2 * minutes < limit[0], "\(script)")
      }
    }
  }

  private static var steps: [Step] {
    get throws {
      try Documentation.lines(of: ".ci/run").compactMap { line in
        line.wholeMatch(of: /step "(.+)" (.+)/).map { Step(name: String($0.1), command: String($0.2)) }
      }
    }
  }
}
