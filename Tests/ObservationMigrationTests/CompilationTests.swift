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
      try makeFrameworks()
      try typeCheck(try SampleApp.files(in: "Input"), "before")
      try typeCheck(try SampleApp.expected(pipelines: false), "after")
      try typeCheck(try SampleApp.expected(pipelines: true), "after-with-pipelines")
    }

    @Test func theExamplesOfTheRulesTypeCheck() throws {
      try makeFrameworks()
      for rule in Rules.all where rule.id != "syntax" {
        try typeCheck(["Example.swift": rule.before], "\(rule.id)-before")
        try typeCheck(["Example.swift": rule.after], "\(rule.id)-after")
      }
    }

    private func makeFrameworks() throws {
      for name in ["Combine", "SwiftUI", "UIKit"] {
        let source = SampleApp.folder.appending(path: "Stubs/\(name).swift").path(percentEncoded: false)
        let module = try swiftc([
          "-parse-as-library", "-emit-module", "-module-name", name, "-I", ".", "-emit-module-path",
          "\(name).swiftmodule", source,
        ])
        try #require(module.status == 0, "\(module.errors)")
      }
    }

    private func typeCheck(_ files: [String: String], _ folder: String) throws {
      var paths: [String] = []
      // One file does not parse; the tests import the app.
      for (name, text) in files.sorted(by: { $0.key < $1.key })
      where name != "Services/Merge.swift" && !name.hasPrefix("Tests/") {
        // The macro is SwiftUI's own.
        let preview = "@MainActor @ViewBuilder func preview\(paths.count)() -> some View {"
        try build.write(text.replacing("#Preview {", with: preview), to: "\(folder)/\(name)")
        paths.append("\(folder)/\(name)")
      }
      let products = Subprocess.products.path(percentEncoded: false)
      let compiler = try swiftc(
        ["-typecheck", "-parse-as-library", "-module-name", "Trails", "-I", ".", "-I", products + "/Modules", "-Xcc"]
          + ["-fmodule-map-file=\(products)/CObservationRuntime.build/module.modulemap"] + paths
      )
      #expect(compiler.status == 0, "\(folder): \(compiler.errors)")
    }
  }
#endif
