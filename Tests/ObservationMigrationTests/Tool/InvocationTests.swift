import ObservationMigration
import Testing

@testable import observation_migrate

@Suite struct InvocationTests {
  @Test func commandsTakePathsAndOptionsInAnyOrder() throws {
    #expect(try Invocation(parsing: ["check", "Sources", "Tests"]) == .check(["Sources", "Tests"], .init(), .text))
    #expect(
      try Invocation(parsing: ["--format=json", "check", "--pipelines", "Sources", "--minimum-ios", "17.4"])
        == .check(["Sources"], MigrationOptions(minimumIOS: 17, pipelines: true), .json)
    )
    #expect(
      try Invocation(parsing: ["diff", "--minimum-ios=16", "."]) == .diff(["."], MigrationOptions(minimumIOS: 16))
    )
    #expect(
      try Invocation(parsing: ["apply", "--format", "sarif", "--", "--odd", "-"])
        == .apply(["--odd", "-"], .init(), .sarif)
    )
    #expect(
      try Invocation(parsing: ["check", ".", "--default-isolation", "MainActor"])
        == .check(["."], MigrationOptions(defaultsToMainActor: true), .text)
    )
    #expect(
      try Invocation(parsing: ["check", ".", "--default-isolation=nonisolated"]) == .check(["."], .init(), .text)
    )
    #expect(try Invocation(parsing: ["rules"]) == .rules(nil))
    #expect(try Invocation(parsing: ["rules", "published"]) == .rules("published"))
  }

  @Test func rulesAndTypesAreToldApartAndAddUp() throws {
    let options = MigrationOptions(
      onlyTypes: ["Cart", "Editor.Draft", "_Private"],
      skipTypes: ["Session"]
    )
    #expect(
      try Invocation(parsing: ["check", ".", "--only", "Cart,Editor.Draft", "--only=_Private", "--skip", "Session"])
        == .check(["."], options, .text)
    )
    #expect(
      try Invocation(parsing: ["check", ".", "--only=published,Cart"])
        == .check(["."], MigrationOptions(onlyRules: ["published"], onlyTypes: ["Cart"]), .text)
    )
    #expect(
      try Invocation(parsing: ["check", ".", "--skip", "published"])
        == .check(["."], MigrationOptions(skipRules: ["published"]), .text)
    )
  }

  @Test(arguments: [["--help"], ["-h"], ["help"], ["check", "--help"], ["apply", ".", "-h"]])
  func helpIsThereForEveryCommand(arguments: [String]) throws {
    #expect(try Invocation(parsing: arguments) == .help)
  }

  @Test(
    arguments: [
      ([], "What to do is missing; write check, diff, apply or rules."),
      (["chek", "."], "chek: there is no such command; write check, diff, apply or rules."),
      (["check"], "The path is missing; give the folders of your targets, such as Sources Tests."),
      (["check", ""], "A path is empty."),
      (["check", ".", "--fast"], "--fast: there is no such option; observation-migrate --help lists all."),
      (["check", ".", "--format"], "--format: its value is missing."),
      (["check", ".", "--format="], "--format: its value is missing."),
      (["check", ".", "--only", "--pipelines"], "--only: its value is missing."),
      (["check", ".", "--only", ","], "--only: its value is missing."),
      (["check", ".", "--format", "xml"], "--format xml: there is no such format; write one of text, json, sarif."),
      (["check", ".", "--minimum-ios", "x"], "--minimum-ios x: this is no version; write a number, such as 17."),
      (
        ["check", ".", "--default-isolation", "main"],
        "--default-isolation main: write MainActor or nonisolated, as for the compiler."
      ),
      (["check", ".", "--pipelines=yes"], "--pipelines takes no value."),
      (
        ["check", ".", "--skip", "publised"],
        "--skip publised: there is no such rule; observation-migrate rules lists all."
      ),
      (["diff", ".", "--format", "json"], "diff prints a patch; --format is for check and apply."),
      (["rules", "--pipelines"], "rules takes no options, and --pipelines was given."),
      (["rules", "a", "b"], "rules explains one rule at a time."),
      (["rules", "publised"], "rules publised: there is no such rule; observation-migrate rules lists all."),
    ] as [([String], String)]
  )
  func wrongUsageIsExplained(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try Invocation(parsing: arguments) }
  }
}
