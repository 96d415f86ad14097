import Foundation
import Testing

/// What the built program finds, with few preemptions: `.ci/explore 2` tries more.
struct ScenarioTests {
  /// Registrar models need no option; with plain ones, other backends than the exact one have gaps.
  private static let runs: [(scenario: String, setting: [String])] = {
    var runs = Program.scenarios.map { ($0, ["--models", "own"]) }
    #if EXACT_TRACKING
      let plain = ["--models", "plain", "--confirming"]
      runs += Program.scenarios.filter { !Program.scenariosOfOwnModels.contains($0) }.map { ($0, plain) }
    #endif
    return runs
  }()

  @Test(arguments: runs) func noScheduleIsViolated(scenario: String, setting: [String]) throws {
    let result = try Program.run(["--scenario", scenario, "--bound", "1"] + setting)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("which are all"))
  }

  @Test func allScenariosAreTried() throws {
    let result = try Program.run("--scenario", "x")
    #expect(result.output.contains("there are \(Program.scenarios.joined(separator: ", "))."))
  }

  /// Before a search that finds nothing means anything.
  @Test(arguments: [
    ("loopByHand", "final values"), ("cancelledBeforeInstalled", "is installed"), ("start", "final values"),
    ("neverSeen", "final values"),
  ])
  func knownGapsAreFound(scenario: String, message: String) throws {
    let result = try Program.run("--scenario", scenario, "--models", "plain", "--bound", "2")
    #expect(result.status == 1)
    #expect(result.output.contains(message))
  }

  @Test func randomSchedulesFindTheLoopsGapAsWell() throws {
    let result = try Program.run("--scenario", "loopByHand", "--models", "plain", "--random", "500")
    #expect(result.status == 1)
    #expect(result.output.contains("final values"))
  }

  @Test func aFailingScheduleIsReplayedInOtherProcesses() throws {
    let found = try Program.run("--scenario", "loopByHand", "--models", "plain", "--bound", "1")
    let line = try #require(found.output.split(separator: "\n").last)
    let schedule = try #require(line.split(separator: "\"").dropFirst().first)
    // What was found, how long it took to find it, and its time aside.
    let drawing = found.output.split(separator: "\n").dropFirst()
    for _ in 0..<2 {
      let replayed = try Program.run("--scenario", "loopByHand", "--models", "plain", "--replay", String(schedule))
      #expect(replayed.status == 1)
      #expect(replayed.output.split(separator: "\n").dropFirst() == drawing)
    }
  }

  @Test func noRunDependsOnTheTime() throws {
    let result = try Program.run("--scenario", "standingTime", "--bound", "0")
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func aScheduleOfAnotherScenarioIsRejected() throws {
    let result = try Program.run("--scenario", "pass", "--replay", "2:40")
    #expect(result.status == 1)
    #expect(result.output.contains("The schedule is of another scenario."))
  }

  @Test(arguments: [
    ["--scenario", "x"], ["--replay", "1:x"], ["--models", "x"], ["--bound"], ["--bound", "x"], ["--bound", "-1"],
    ["-x"],
  ])
  func wrongUseIsExplained(arguments: [String]) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 64)
    #expect(!result.output.isEmpty)
  }
}

/// The built program.
private struct Program {
  static let scenarios =
    [
      "start", "pass", "cancel", "nested", "deallocationOfOwner", "deallocationOfModel", "streamConsumed",
      "streamCancelled",
      "twoWriters", "firstPass", "derived", "derivedTwice", "transaction", "twoStarts", "immediate",
      "immediateCancelled", "immediateCancelledElsewhere", "immediateDerived", "immediateLookedAt", "tank",
      "tankBehindValues", "tankOnItsActor", "immediateTank",
      "takenBack", "takenBackTwice", "cancelledByValue", "immediateCancelledByValue", "streamCancelledByValue",
    ] + scenariosOfOwnModels

  static let scenariosOfOwnModels = ["domains", "chainOfDomains", "givenBackDomain"]

  let status: Int32
  let output: String

  static func run(_ arguments: String...) throws -> Program {
    try run(arguments)
  }

  static func run(_ arguments: [String]) throws -> Program {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      path: "explore"
    )
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Program(status: process.terminationStatus, output: String(decoding: output, as: UTF8.self))
  }
}
