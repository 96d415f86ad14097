#if os(Linux)
  import Foundation
  import ObservationMigration
  import Testing

  /// What comes out compiles, and behaves.
  ///
  /// On Linux the frameworks are declarations that the tests bring along; the models need Observation and Foundation only.
  @Suite struct CompilationTests {
    private let build: TemporaryFolder

    init() throws {
      build = try TemporaryFolder()
    }

    private func swiftc(_ arguments: [String]) throws -> Subprocess {
      try Subprocess(URL(filePath: "/usr/bin/env"), ["swiftc", "-swift-version", "5"] + arguments, in: build.path)
    }

    @Test func convertedModelsCompileAndBehave() throws {
      let models = ["Hike", "HikeRecorder", "Route", "Session", "Trail", "TrailStore"].map {
        "Expected/Models/\($0).swift"
      }
      let sources = (models + ["Observer/APIClient.swift", "Observer/main.swift"])
        .map { SampleApp.folder.appending(path: $0).path(percentEncoded: false) }
      let compiler = try swiftc(sources + ["-o", "observer"])
      #expect(compiler.status == 0, "\(compiler.errors)")
      let observer = try Subprocess(build.url("observer"), [], in: build.path)
      #expect(observer.status == 0, "\(observer.errors)")
      #expect(observer.output == (try SampleApp.text("observer.txt")))
    }

    /// All of it, views among it: before, after, and with its pipelines rewritten.
    @Test func theWholeAppTypeChecksBeforeAndAfter() throws {
      try typeCheck(try SampleApp.files(in: "Input"), "before")
      try typeCheck(try SampleApp.expected(pipelines: false), "after")
      try typeCheck(try SampleApp.expected(pipelines: true), "after-with-pipelines")
    }

    @Test func theExamplesOfTheRulesTypeCheck() throws {
      for rule in Rules.all where rule.id != "syntax" {
        try typeCheck(["Example.swift": rule.before], "\(rule.id)-before")
        try typeCheck(["Example.swift": rule.after], "\(rule.id)-after")
      }
    }

    private func typeCheck(_ files: [String: String], _ name: String) throws {
      // One file does not parse; the tests import the app.
      let files = files.filter { $0.key != "Services/Merge.swift" && !$0.key.hasPrefix("Tests/") }
      let errors = try Toolchain.errors(in: files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, language: "5")
      #expect(errors.isEmpty, "\(name)")
    }
  }
#endif
