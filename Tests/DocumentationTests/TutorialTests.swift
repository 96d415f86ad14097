#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// After each step of the tutorial, the reader's files compile, and print the output shown in the tutorial.
  @Suite struct TutorialTests {
    private static let folder = Documentation.root
      .appending(path: "Sources/ObservationBridge/Documentation.docc/Tutorials")

    /// A file after a step, under its name in the reader's package.
    struct Step: Sendable, CustomTestStringConvertible {
      let name: String
      let file: String

      var testDescription: String { file }

      var text: String {
        get throws { try String(contentsOf: folder.appending(path: "Code/\(file)"), encoding: .utf8) }
      }
    }

    static let steps: [Step] = {
      let tutorial = folder.appending(path: "A Kitchen Display.tutorial")
      let text = (try? String(contentsOf: tutorial, encoding: .utf8)) ?? ""
      return text.matches(of: /@Code\(name: "([^"]+)", file: "([^"]+)"\)/).map { match in
        Step(name: String(match.1), file: String(match.2))
      }
    }()

    static let programs = steps.filter { $0.name == "Diner.swift" }

    @Test func everyFileIsUsedAndThere() throws {
      let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.appending(path: "Code").path)
      #expect(Set(files) == Set(Self.steps.map(\.file)))
      #expect(Set(Self.steps.map(\.name)) == ["Terminal", "Package.swift", "Diner.swift", "DinerTests.swift"])
    }

    @Test(arguments: programs, LanguageMode.allCases)
    func everyStepCompilesAsItIsPrinted(step: Step, mode: LanguageMode) throws {
      let result = try Compiler.check(try step.text, ["-parse-as-library", "-warnings-as-errors"] + mode.arguments)
      #expect(result.isSuccess, "\(result.output)")
    }

    /// Each terminal block with output shows the actual output of the program at this step.
    @Test func programsPrintWhatTheTutorialShows() throws {
      var program: Step?
      var count = 0
      for step in Self.steps {
        if step.name == "Diner.swift" { program = step }
        guard step.name == "Terminal", try step.text.hasPrefix("$ swift run -q Diner\n") else { continue }
        let shown = try step.text.split(separator: "\n", maxSplits: 1)[1]
        #expect(try Self.output(of: try #require(program)) == String(shown), "\(step.file)")
        count += 1
      }
      #expect(count > 3)
    }

    @Test func theTestsOfTheLastProgramCompile() throws {
      let tests = try #require(Self.steps.last { $0.name == "DinerTests.swift" })
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try #require(Self.programs.last).text.write(
        to: folder.appending(path: "Diner.swift"),
        atomically: true,
        encoding: .utf8
      )
      try tests.text.write(to: folder.appending(path: "DinerTests.swift"), atomically: true, encoding: .utf8)
      let module = try Compiler.compile(
        ["-emit-module", "-enable-testing", "-parse-as-library", "-module-name", "Diner", "Diner.swift"],
        in: folder
      )
      try #require(module.isSuccess, "\(module.output)")
      let result = try Compiler.compile(["-typecheck", "-parse-as-library", "DinerTests.swift"], in: folder)
      #expect(result.isSuccess, "\(result.output)")
    }

    /// With this package's folder in place of the download.
    @Test func theManifestWorks() throws {
      let step = try #require(Self.steps.last { $0.name == "Package.swift" })
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let url = #".package(url: "https://github.com/ObservationBridge/ObservationBridge", branch: "main")"#
      let manifest = try step.text
      #expect(manifest.contains(url))
      #expect(try Documentation.blocks(of: "README.md").contains { $0.text == url })
      try manifest.replacing(
        url,
        with: #".package(name: "ObservationBridge", path: "\#(Documentation.root.path)")"#
      ).write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
      for name in ["Sources/Diner/Diner.swift", "Tests/DinerTests/DinerTests.swift"] {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try "".write(to: file, atomically: true, encoding: .utf8)
      }
      let result = try Compiler.run(
        [
          "-u", "OBSERVATION_BRIDGE_TESTS", "swift", "package", "--package-path", folder.path, "--scratch-path",
          folder.appending(path: "build").path, "show-dependencies", "--format", "json",
        ],
        in: folder
      )
      #expect(result.isSuccess, "\(result.output)")
    }

    private static func output(of step: Step) throws -> String {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try step.text.write(to: folder.appending(path: "Diner.swift"), atomically: true, encoding: .utf8)
      let result = try Compiler.compile(
        ["-o", "diner", "-parse-as-library", "Diner.swift"]
          + Compiler.objects(of: "ObservationBridge", "CObservationRuntime"),
        in: folder
      )
      try #require(result.isSuccess, "\(result.output)")
      return try Compiler.run([folder.appending(path: "diner").path]).output
    }
  }
#endif
