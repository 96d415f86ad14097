import ObservationMigration
import Testing

@testable import observation_migrate

@Suite struct InvocationTests {
  private func expect(
    _ arguments: [String],
    _ command: Command,
    _ paths: [String] = [],
    _ change: (inout Invocation) -> Void = { _ in },
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var expected = Invocation(command: command, paths: paths)
    change(&expected)
    #expect(try Invocation(parsing: arguments) == expected, sourceLocation: sourceLocation)
  }

  @Test func commandsTakePathsAndOptionsInAnyOrder() throws {
    try expect(["check", "Sources", "Tests"], .check, ["Sources", "Tests"])
    try expect(["--format=json", "check", "--pipelines", "Sources", "--minimum-ios", "17.4"], .check, ["Sources"]) {
      $0.options = MigrationOptions(minimumIOS: 17, pipelines: true)
      $0.format = .json
    }
    try expect(["apply", ".", "--subjects"], .apply, ["."]) { $0.options.subjects = true }
    try expect(["apply", ".", "--models"], .apply, ["."]) { $0.options.models = true }
    try expect(["diff", "--minimum-ios=16", "."], .diff, ["."]) { $0.options.minimumIOS = 16 }
    try expect(["check", ".", "--minimum-xcode", "27.1"], .check, ["."]) { $0.options.minimumXcode = 27 }
    try expect(["apply", "--format", "sarif", "--", "--odd", "-"], .apply, ["--odd", "-"]) { $0.format = .sarif }
    try expect(["check", ".", "--default-isolation", "MainActor"], .check, ["."]) {
      $0.options.defaultsToMainActor = true
    }
    try expect(["check", ".", "--default-isolation=nonisolated"], .check, ["."])
    try expect(["rules"], .rules)
    try expect(["rules", "published"], .rules) { $0.rule = "published" }
  }

  @Test func whatMattersCanBeNarrowed() throws {
    try expect(["check", ".", "--left", "--since", "main", "--baseline=known.json"], .check, ["."]) {
      $0.showsOnlyWhatIsLeft = true
      $0.since = "main"
      $0.baseline = "known.json"
    }
    try expect(["check", ".", "--write-baseline", "known.json", "--format", "github"], .check, ["."]) {
      $0.newBaseline = "known.json"
      $0.format = .github
    }
    try expect(["diff", ".", "--since=v1"], .diff, ["."]) { $0.since = "v1" }
    try expect(["apply", ".", "--interactive"], .apply, ["."]) { $0.isInteractive = true }
  }

  @Test func defaultPathsAreTakenWhereNoneIsGiven() throws {
    try expect(["--default-path", "A", "--default-path=B", "check"], .check, ["A", "B"])
    try expect(["--default-path", "A", "check", "C"], .check, ["C"])
    try expect(["--read-only", "check", "C"], .check, ["C"])
    try expect(["--read-only", "--default-path", "A", "rules"], .rules)
  }

  @Test func rulesAndTypesAreToldApartAndAddUp() throws {
    let arguments = ["check", ".", "--only", "Cart,Editor.Draft", "--only=_Private", "--skip", "Session"]
    try expect(arguments, .check, ["."]) {
      $0.options = MigrationOptions(onlyTypes: ["Cart", "Editor.Draft", "_Private"], skipTypes: ["Session"])
    }
    try expect(["check", ".", "--only=published,Cart"], .check, ["."]) {
      $0.options = MigrationOptions(onlyRules: ["published"], onlyTypes: ["Cart"])
    }
    try expect(["check", ".", "--skip", "published"], .check, ["."]) {
      $0.options = MigrationOptions(skipRules: ["published"])
    }
  }

  @Test(arguments: [
    ["--help"], ["-h"], ["help"], ["check", "--help"], ["apply", ".", "-h"], ["--version", "--help"],
  ])
  func helpIsThereForEveryCommand(arguments: [String]) throws {
    try expect(arguments, .help)
  }

  @Test(arguments: [["--version"], ["version"], ["check", "--version"]])
  func theVersionIsThereForEveryCommand(arguments: [String]) throws {
    try expect(arguments, .version)
  }

  @Test func eachOptionIsInTheHelpAndTakesWhatItSays() throws {
    #expect(Set(CommandOption.all.map(\.name)).count == CommandOption.all.count)
    for option in CommandOption.all {
      #expect(Help.text.contains("\n  \(option.usage)") || Help.text.contains(", \(option.usage)"), "\(option.name)")
      guard let command = option.commands.first else { continue }
      if option.value == nil {
        #expect(throws: ToolError("\(option.name) takes no value; write \(option.name) alone.")) {
          try Invocation(parsing: [command.rawValue, ".", option.name + "=yes"])
        }
      } else {
        for arguments in [[option.name], [option.name + "="], [option.name, "--pipelines"]] {
          #expect(throws: ToolError("\(option.name): its value is missing; write \(option.usage).")) {
            try Invocation(parsing: [command.rawValue, "."] + arguments)
          }
        }
      }
    }
    #expect(Help.text.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test(
    arguments: [
      ([], "The command is missing; write check, diff, apply or rules."),
      (["chek", "."], "chek: there is no such command; write check, diff, apply or rules."),
      (["check"], "The path is missing; give the folders of your targets, such as Sources Tests."),
      (["check", ""], "A path is empty; give the folders of your targets."),
      (["check", ".", "--fast"], "--fast: there is no such option; observation-migrate --help lists all."),
      (
        ["check", ".", "--only", ","],
        "--only ,: there is no name in it; write rules or types, such as --only Cart,Session."
      ),
      (
        ["check", ".", "--format", "xml"],
        "--format xml: there is no such format; write one of text, json, sarif, github."
      ),
      (["check", ".", "--minimum-ios", "x"], "--minimum-ios x: this isn't a version; write a number, such as 17."),
      (["check", ".", "--minimum-xcode", "0"], "--minimum-xcode 0: this isn't a version; write a number, such as 27."),
      (
        ["check", ".", "--minimum-xcode", "27."],
        "--minimum-xcode 27.: this isn't a version; write a number, such as 27."
      ),
      (
        ["check", ".", "--default-isolation", "main"],
        "--default-isolation main: write MainActor or nonisolated, as for the compiler."
      ),
      (
        ["check", ".", "--skip", "publised"],
        "--skip publised: there is no such rule; observation-migrate rules lists all."
      ),
      (["diff", ".", "--format", "json"], "--format is for check, apply, not for diff; remove it."),
      (["check", ".", "--interactive"], "--interactive is for apply, not for check; remove it."),
      (["apply", ".", "--left"], "--left is for check, not for apply; remove it."),
      (["apply", ".", "--baseline", "known.json"], "--baseline is for check, not for apply; remove it."),
      (["diff", ".", "--write-baseline=a.json"], "--write-baseline is for check, not for diff; remove it."),
      (
        ["apply", ".", "--interactive", "--format=text"],
        "--interactive shows patches, and can't be combined with --format; remove one of them."
      ),
      (
        ["--read-only", "check", ".", "--write-baseline", "known.json"],
        "--write-baseline: --read-only forbids it; write swift run observation-migrate check instead."
      ),
      (
        ["--read-only", "apply", "."],
        "apply: --read-only forbids it; in a package, write swift package observation-migrate-apply."
      ),
      (["rules", "--pipelines"], "--pipelines is for check, diff, apply, not for rules; remove it."),
      (["rules", "a", "b"], "rules explains one rule at a time; write rules ID."),
      (["rules", "publised"], "rules publised: there is no such rule; observation-migrate rules lists all."),
    ] as [([String], String)]
  )
  func wrongUsageIsExplained(arguments: [String], message: String) {
    #expect(throws: ToolError(message)) { try Invocation(parsing: arguments) }
  }
}
