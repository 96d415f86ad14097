import Foundation
import ObservationMigration
import TestSupport
import Testing

/// Runs the built tool as a user does.
@Suite struct ToolTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "Sources/Counter.swift": """
      import Combine

      final class Counter: ObservableObject {
        @Published var value = 0
      }

      """,
      "Sources/sub/Windows.swift":
        "\u{FEFF}import Combine\r\n\r\nfinal class Windows: ObservableObject {\r\n\t@Published var open = 0\r\n}",
      "Sources/Plain.swift": "struct Plain {}\n",
    ])
  }

  @Test func checkFindsWorkAndWritesNothing() throws {
    let before = try contents(folder)
    let check = try Subprocess.migrate("check", "Sources", in: folder)
    #expect(check.status == 1 && check.errors.isEmpty)
    #expect(
      check.output == """
        2 of 2 classes can be converted (8 edits in 2 files).

        Other changes: 6. Show them with --verbose, or as a patch with `observation-migrate diff`.

        Next: review the patch with `observation-migrate diff`, then write it with `observation-migrate apply`.

        """
    )
    #expect(try contents(folder) == before)
  }

  @Test func eachPlaceIsNamedOnRequest() throws {
    let check = try Subprocess.migrate("check", "Sources", "--verbose", in: folder)
    #expect(check.output.contains("\n\nOther changes (6)\nSources/Counter.swift:"))
    #expect(check.output.contains("\nSources/sub/Windows.swift:3:13: note: changed: "))
    #expect(!check.output.contains("\u{1B}"))
  }

  @Test func nothingToDoIsSuccess() throws {
    for command in ["check", "diff", "apply"] {
      let run = try Subprocess.migrate(command, "Sources/Plain.swift", in: folder)
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(run.output == (command == "diff" ? "" : "Nothing to migrate in 1 file.\n"))
    }
  }

  @Test func gitApplyOfTheDiffGivesTheBytesOfApply() throws {
    let patched = try TemporaryFolder()
    for name in ["Sources/Counter.swift", "Sources/sub/Windows.swift", "Sources/Plain.swift"] {
      try patched.write(try folder.text(name), to: name)
    }
    let diff = try Subprocess.migrate("diff", ".", in: patched)
    #expect(diff.status == 1 && diff.errors.isEmpty)
    let git = try Subprocess.run("git", "apply", "--whitespace=nowarn", "-", in: patched, input: diff.output)
    #expect(git.status == 0, "\(git.errors)")

    let apply = try Subprocess.migrate("apply", ".", in: folder)
    #expect(apply.status == 0 && apply.errors.isEmpty)
    #expect(
      apply.output == """
        2 of 2 classes were converted (2 files written).

        Next: build and test.

        """
    )
    #expect(try contents(folder) == contents(patched))
    let windows = try folder.text("Sources/sub/Windows.swift")
    #expect(windows.hasPrefix("\u{FEFF}") && windows.contains("@Observable\r\n") && !windows.contains("@Published"))
    #expect(!windows.replacing("\r\n", with: "").contains("\n"))
  }

  @Test func aSecondRunChangesNothing() throws {
    #expect(try Subprocess.migrate("apply", "Sources", in: folder).status == 0)
    let once = try contents(folder)
    let again = try Subprocess.migrate("apply", "Sources", in: folder)
    #expect(again.status == 0)
    #expect(again.output == "Nothing to migrate in 3 files.\n")
    #expect(try Subprocess.migrate("diff", "Sources", in: folder).output.isEmpty)
    #expect(try contents(folder) == once)
  }

  @Test func aDiffOfAbsolutePathsIsRelativeToTheCurrentFolder() throws {
    let diff = try Subprocess.migrate("diff", folder.path + "/Sources/Counter.swift", in: folder)
    #expect(diff.output.hasPrefix("diff --git a/Sources/Counter.swift b/Sources/Counter.swift\n"))
  }

  @Test func oneTypeAtATime() throws {
    let apply = try Subprocess.migrate("apply", "Sources", "--only", "Counter", in: folder)
    #expect(apply.output.hasPrefix("1 of 2 classes was converted (1 file written).\n\n"))
    #expect(try folder.text("Sources/Counter.swift").contains("@Observable"))
    #expect(try folder.text("Sources/sub/Windows.swift").contains("@Published"))
    let none = try Subprocess.migrate("check", "Sources", "--only", "Cuonter", in: folder)
    #expect(none.errors == "--only Cuonter: warning: there is nothing to migrate in a type of that name\n")
    let skip = try Subprocess.migrate("check", "Sources", "--skip", "Windows", in: folder)
    #expect(skip.output == "Nothing to migrate in 3 files.\n")
  }

  @Test func systemsWithoutObservableAreRefused() throws {
    let before = try contents(folder)
    let apply = try Subprocess.migrate("apply", "Sources", "--minimum-ios", "16", in: folder)
    #expect(apply.status == 1)
    #expect(
      apply.output == """
        0 of 2 classes were converted (0 files written). 2 classes wait for 1 decision.
        Deployment target: iOS 16. `@Observable` needs iOS 17.

        Blockers
          1. Sources/Counter.swift:3:13  blocks 2 types (Counter, Windows); it's the only blocker
             iOS 16 has no `@Observable`: raise the deployment target to iOS 17. [deployment-target]
             Also at Sources/sub/Windows.swift:3:13.

        Next: resolve the first blocker, and run this again.

        """
    )
    #expect(try contents(folder) == before)
    #expect(try Subprocess.migrate("apply", "Sources", "--minimum-ios", "17", in: folder).status == 0)
  }

  @Test func projectOfAChangedFileWithOlderSystemsIsNamedBesideAnOption() throws {
    let folder = try TemporaryFolder([
      "Server/Package.swift": "let package = Package(name: \"Server\", platforms: [.iOS(.v15), .watchOS(.v8)])",
      "Server/Sources/Server/Sync.swift": "import Combine\nclass Sync: ObservableObject { @Published var rows = 0 }\n",
      "Plain/Package.swift": "let package = Package(name: \"Plain\", platforms: [.iOS(.v15)])",
      "Plain/Sources/Plain/Plain.swift": "struct Plain {}\n",
    ])
    let check = try Subprocess.migrate("check", ".", "--minimum-ios", "17", in: folder)
    #expect(
      check.output.split(separator: "\n").prefix(3) == [
        "1 of 1 class can be converted (4 edits in 1 file).", "Deployment target: iOS 17.",
        "Deployment target: iOS 15, watchOS 8 (Server/Package.swift). `@Observable` needs iOS 17 and watchOS 10.",
      ]
    )
  }

  @Test func aFileThatDoesNotParseIsNamedAndLeft() throws {
    try folder.write("let a = 1\nclass {\n", to: "Sources/Broken.swift")
    let apply = try Subprocess.migrate("apply", "Sources", in: folder)
    #expect(apply.status == 1)
    #expect(apply.output.contains("\nSources/Broken.swift:2:"))
    #expect(apply.output.contains(": refused: "))
    #expect(try folder.text("Sources/Broken.swift") == "let a = 1\nclass {\n")
    #expect(try folder.text("Sources/Counter.swift").contains("@Observable"))
  }

  @Test func pathsThatCannotBeReadEndWithTwoAndTheRestIsReported() throws {
    let check = try Subprocess.migrate("check", "Sources", "Nowhere", in: folder)
    #expect(check.status == 2)
    #expect(
      check.errors == "Nowhere: error: there is no such file or folder; check the spelling and the folder you are in\n"
    )
    #expect(check.output.hasPrefix("2 of 2 classes can be converted"))
  }

  @Test func whatACommentLeavesAloneIsReportedAndNoWorkToDo() throws {
    let text = "// observation-migrate:ignore\n" + "class Legacy: ObservableObject {\n  @Published var a = 1\n}\n"
    try folder.write("import Combine\n\n" + text, to: "Legacy/Legacy.swift")
    for command in ["check", "diff", "apply"] {
      let run = try Subprocess.migrate(command, "Legacy", in: folder)
      #expect(run.status == 0 && run.errors.isEmpty)
      #expect(
        command == "diff" ? run.output.isEmpty : run.output.contains("Excluded by comments or options: 2 places.")
      )
    }
    let verbose = try Subprocess.migrate("check", "Legacy", "--verbose", in: folder)
    #expect(verbose.output.contains("Legacy/Legacy.swift:4:7: note: refused: "))
    #expect(try folder.text("Legacy/Legacy.swift").hasSuffix(text))
  }

  @Test func foldersWithoutSwiftFilesAreAnError() throws {
    try folder.write("Read me.", to: "Docs/README.md")
    for command in ["check", "diff", "apply"] {
      let run = try Subprocess.migrate(command, "Docs", in: folder)
      #expect(run.status == 2 && run.output.isEmpty)
      #expect(
        run.errors == "observation-migrate: There are no Swift files in Docs; give the folders of your targets.\n"
      )
    }
  }

  @Test func aMigratedProjectEndsWithNothingToDo() throws {
    try folder.write("class Feed {\n  @Published var items = 1\n}\n", to: "Sources/Feed.swift")
    #expect(try Subprocess.migrate("apply", "Sources", in: folder).status == 0)
    let check = try Subprocess.migrate("check", "Sources", in: folder)
    #expect(check.status == 0 && check.output == "Nothing to migrate in 4 files.\n")
  }

  @Test func diffSaysWhyItsPatchIsEmpty() throws {
    try folder.write("actor Compass: ObservableObject {}\n", to: "Sources/Compass.swift")
    let empty = try Subprocess.migrate("diff", "Sources/Compass.swift", in: folder)
    #expect(empty.status == 1 && empty.output.isEmpty)
    #expect(
      empty.errors == "The patch is empty: what is left needs decisions. `observation-migrate check` lists them.\n"
    )
    try folder.write("class Feed: ObservableObject {\n  @Published var items = 1\n}\n", to: "Sources/Feed.swift")
    let patch = try Subprocess.migrate("diff", "Sources", in: folder)
    #expect(!patch.output.isEmpty && patch.errors.isEmpty)
  }

  @Test func applyRepeatsWhatShowsAtRunTime() throws {
    try folder.write(
      "class Log: ObservableObject {\n  @Published private var last = 1\n  func end() { last = 2 }\n}\n",
      to: "Sources/Log.swift"
    )
    let apply = try Subprocess.migrate("apply", "Sources/Log.swift", in: folder)
    #expect(apply.status == 0)
    let lines = apply.output.split(separator: "\n")
    try #require(lines.count == 4 && lines[1] == "Behaviour changes to review (1)")
    #expect(lines[2].hasPrefix("Sources/Log.swift:2:3: warning: changed: `last` is changed, but nothing reads it"))
    #expect(lines[3] == "Next: build and test, and review the behaviour changes.")
  }

  @Test func checkCanShowOnlyWhatIsLeft() throws {
    let all = try Subprocess.migrate("check", "Sources", "--left", in: folder)
    #expect(all.status == 0 && all.output == "Nothing to migrate in 3 files.\n")
    try folder.write("actor Compass: ObservableObject {}\n", to: "Sources/Compass.swift")
    let left = try Subprocess.migrate("check", "Sources", "--left", in: folder)
    #expect(left.status == 1 && !left.output.contains(": changed: "))
    #expect(
      left.output == """
        2 of 3 classes can be converted (8 edits in 2 files). 1 class waits for 1 decision.

        Blockers
          1. Sources/Compass.swift:1:7  blocks 1 type (Compass); it's the only blocker
             An actor can't be `@Observable`: remove `ObservableObject` if no view observes it, for which `@Published` can \
        stay, or keep what views show in a class on the main actor, which the actor updates. [declaration]

        Next: resolve the first blocker, and run this again.

        """
    )
  }

  @Test func pipelinesAreRewrittenOnRequestWhereTheClassIsIsolatedAndElseFed() throws {
    try folder.write(
      """
      import Combine

      final class Query: ObservableObject {
        @Published var text: String = ""
        private var cancellables = Set<AnyCancellable>()

        init() {
          $text.sink { [weak self] text in self?.note(text) }.store(in: &cancellables)
        }

        func note(_ text: String) { notes.append(text) }
        private var notes: [String] = []
      }

      """,
      to: "App/Query.swift"
    )
    func check(_ arguments: String...) throws -> Subprocess {
      try Subprocess(
        Subprocess.products.appending(path: "observation-migrate"),
        ["check", "App"] + arguments,
        in: folder.path
      )
    }
    #expect(try check("--pipelines", "--left").output.contains("because `Query` isn't isolated with `@MainActor`"))
    let isolated = try check("--default-isolation", "MainActor", "--left")
    #expect(isolated.status == 1 && isolated.output.contains("A subscription that `--pipelines` converts to"))
    let both = try check("--default-isolation", "MainActor", "--pipelines")
    #expect(both.output.contains("Behaviour changes to review (1)\nApp/Query.swift:8:5: warning: changed: "))
    #expect(try check("--default-isolation", "MainActor", "--pipelines", "--left").status == 0)
    #expect(try check("--pipelines", "--subjects", "--left").status == 0)
    let fed = try check("--pipelines", "--subjects", "--verbose")
    #expect(fed.output.contains("gets its values from a subject"))
  }

  @Test func productsToAddAreNamedUntilTheTargetHasThem() throws {
    let all = "Add the product ObservationModels of the package ObservationBridge to each target of "
    let files = "Sources/Counter.swift and Sources/sub/Windows.swift, which "
    let check = try Subprocess.migrate("check", "Sources", "--models", in: folder)
    #expect(check.status == 1 && check.errors.isEmpty)
    let nextStep =
      "Next: review the patch with `observation-migrate diff`, then write it with `observation-migrate apply`.\n"
    #expect(check.output.hasSuffix("\n\n\(all)\(files)will import it.\n\n\(nextStep)"))
    // A patch alone is what the standard output is for.
    let diff = try Subprocess.migrate("diff", "Sources", "--models", in: folder)
    #expect(diff.errors == "\(all)\(files)will import it.\n")
    #expect(diff.output.hasPrefix("diff --git ") && !diff.output.contains(all))

    let apply = try Subprocess.migrate("apply", "Sources", "--models", in: folder)
    #expect(apply.status == 0 && apply.errors.isEmpty)
    #expect(
      apply.output == """
        2 of 2 classes were converted (2 files written).

        \(all)\(files)import it now.

        Next: build and test.

        """
    )
    try folder.write("@Observable final class Next {}\n", to: "Sources/Next.swift")
    let next = try Subprocess.migrate("apply", "Sources", "--models", in: folder)
    #expect(next.output == "2 edits in 1 file made.\n\nNext: build and test.\n")
  }

  @Test func theVersionIsPrinted() throws {
    let run = try Subprocess.migrate("--version", in: folder)
    #expect(run.status == 0 && run.output == "\(MigrationVersion.current)\n" && run.errors.isEmpty)
  }

  @Test func whatAPlugInPassesIsTakenWhereNoPathIsGiven() throws {
    let check = try Subprocess.migrate("--read-only", "--default-path", "Sources", "check", in: folder)
    #expect(check.status == 1 && check.output.hasPrefix("2 of 2 classes can be converted"))
    let other = try Subprocess.migrate("--default-path", "Sources", "check", "Sources/Plain.swift", in: folder)
    #expect(other.status == 0)
    let before = try contents(folder)
    let apply = try Subprocess.migrate("--read-only", "--default-path", "Sources", "apply", in: folder)
    #expect(apply.status == 2 && apply.errors.contains("swift package observation-migrate-apply"))
    #expect(try contents(folder) == before)
  }

  @Test func gitHubGetsAnnotations() throws {
    let run = try Subprocess.migrate("check", folder.path + "/Sources", "--format", "github", in: folder)
    #expect(run.status == 1)
    let lines = run.output.split(separator: "\n")
    #expect(lines.dropLast().allSatisfy { $0.hasPrefix("::notice file=Sources/") })
    #expect(
      lines.contains { $0.hasPrefix("::notice file=Sources/Counter.swift,line=4,col=3,title=published::changed: ") }
    )
  }

  @Test func sarifHasFixes() throws {
    let run = try Subprocess.migrate("check", "Sources", "--format", "sarif", in: folder)
    #expect(run.status == 1)
    #expect(run.output.contains("\"text\" : \"Convert `Counter`, with everything that uses them.\""))
    #expect(run.output.contains("\"observationMigrate/v1\""))
  }

  @Test func symbolicLinksAreReportedAndNothingElseHappens() throws {
    try folder.link("Sources/Link.swift", to: "Counter.swift")
    let check = try Subprocess.migrate("check", "Sources", in: folder)
    #expect(check.status == 1)
    #expect(check.errors.hasPrefix("Sources/Link.swift: warning: symbolic links aren't followed; "))
  }

  @Test func aReadOnlyFileStopsTheWholeApply() throws {
    let path = folder.url("Sources/sub/Windows.swift").path(percentEncoded: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let before = try contents(folder)
    let apply = try Subprocess.migrate("apply", "Sources", in: folder)
    #expect(apply.status == 2 && apply.output.isEmpty)
    #expect(
      apply.errors.hasPrefix("Sources/sub/Windows.swift: error: the file is read-only, and nothing was written; ")
    )
    #expect(try contents(folder) == before)
  }

  @Test func wrongUsageEndsWithTwo() throws {
    let run = try Subprocess.migrate("chek", in: folder)
    #expect(run.status == 2 && run.output.isEmpty)
    #expect(run.errors == "observation-migrate: chek: there is no such command; write check, diff, apply or rules.\n")
  }

  @Test(arguments: ["json", "sarif"]) func dataIsJSONOnStandardOutput(format: String) throws {
    try folder.link("Sources/Link.swift", to: "Counter.swift")
    let check = try Subprocess.migrate("check", "Sources", "--format", format, in: folder)
    #expect(check.status == 1)
    let object = try JSONSerialization.jsonObject(with: Data(check.output.utf8)) as? [String: Any]
    #expect(object?["version"] != nil)
  }

  @Test func rulesAreListedAndExplained() throws {
    let list = try Subprocess.migrate("rules", in: folder)
    #expect(list.status == 0)
    let lines = list.output.split(separator: "\n")
    #expect(lines.count == Rules.all.count)
    for (line, rule) in zip(lines, Rules.all) {
      #expect(line.hasPrefix(rule.id.rawValue + " ") && line.hasSuffix(" " + rule.summary))
      let explanation = try Subprocess.migrate("rules", rule.id.rawValue, in: folder)
      #expect(explanation.status == 0)
      #expect(explanation.output.hasPrefix("\(rule.id): \(rule.summary)\n\n\(rule.explanation)\n\nBefore:\n"))
    }
  }

  @Test func helpIsPrinted() throws {
    let help = try Subprocess.migrate("--help", in: folder)
    #expect(help.status == 0 && help.errors.isEmpty)
    #expect(help.output.hasPrefix("OVERVIEW: "))
  }

  @Test func aReportThatCannotBeWrittenIsAnError() throws {
    let run = try Subprocess(
      Subprocess.products.appending(path: "observation-migrate"),
      ["check", "Sources"],
      in: folder.path,
      outputFile: FileHandle(forWritingTo: URL(filePath: "/dev/full"))
    )
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("observation-migrate: The output can't be written: "))
  }

  /// A terminal of its own, which `script` makes.
  @Test func coloursAreForTerminalsWithoutNoColor() throws {
    let tool = Subprocess.products.appending(path: "observation-migrate").path(percentEncoded: false)
    func run(_ environment: String) throws -> String {
      try Subprocess.run(
        "env",
        "-u",
        "NO_COLOR",
        environment,
        "TERM=xterm",
        "script",
        "-qec",
        "'\(tool)' check Sources --verbose",
        "/dev/null",
        in: folder
      ).output
    }
    #expect(try run("A=B").contains("\u{1B}[32mchanged\u{1B}[0m"))
    #expect(try run("NO_COLOR=").contains("\u{1B}[32mchanged\u{1B}[0m"))
    let plain = try run("NO_COLOR=1")
    #expect(plain.contains("changed") && !plain.contains("\u{1B}"))
  }

  @Test func longRunsShowHowFarTheyAreOnATerminalOnly() throws {
    let functions = (0..<60).map {
      "func f\($0)(a: Int) -> Int {\n  guard a > 0 else { return 0 }\n  return a * \($0)\n}\n"
    }
    let tool = Subprocess.products.appending(path: "observation-migrate").path(percentEncoded: false)
    // The line appears after a second: as many files as take longer.
    var count = 0
    var shown = ""
    while !shown.contains("\r\u{1B}[2K"), count < 2560 {
      let more = max(40, count)
      for number in count..<count + more { try folder.write(functions.joined(), to: "Long/File\(number).swift") }
      count += more
      shown = try Subprocess.run("script", "-qec", "'\(tool)' check Long", "/dev/null", in: folder).output
    }
    let steps = shown.matches(of: /\r\e\[2K(\d+) of (\d+) files/)
    #expect(!steps.isEmpty)
    for step in steps { #expect(try #require(Int(step.1)) <= count && Int(step.2) == count) }
    // The line is gone in the end.
    #expect(shown.hasSuffix("\r\u{1B}[2KNothing to migrate in \(count) files.\r\n"))
    let piped = try Subprocess.migrate("check", "Long", in: folder)
    #expect(piped.errors.isEmpty && piped.output == "Nothing to migrate in \(count) files.\n")
  }
}

/// The texts of all files by name.
private func contents(_ folder: TemporaryFolder) throws -> [String: Data] {
  var contents: [String: Data] = [:]
  for name in try folder.names() where name.hasSuffix(".swift") {
    contents[name] = try Data(contentsOf: folder.url(name))
  }
  return contents
}
