#if os(Linux)
  import Foundation
  import ObservationMigration
  import TestSupport
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
      let compiler = try swiftc(["-wmo"] + sources + ["-o", "observer"])
      #expect(compiler.status == 0, "\(compiler.errors)")
      let observer = try Subprocess(build.url("observer"), [], in: build.path)
      #expect(observer.status == 0, "\(observer.errors)")
      #expect(observer.output == (try SampleApp.text("observer.txt")))
    }

    @Test func convertedModelsKeepTheirCodedForm() throws {
      let source = """
        import Combine

        protocol Stored: Codable {}
        class Draft: ObservableObject, Stored {
          var title = "a" { willSet { objectWillChange.send() } }
          var revision = 1
          let (x, y) = (2, 3)
          lazy var words = [title]
          init() {}
        }
        final class Note: ObservableObject, Codable {
          var text = "b" { willSet { objectWillChange.send() } }
          var other = 4 { willSet { objectWillChange.send() } }
          enum CodingKeys: CodingKey { case text }
          init() {}
          init(from text: String) { self.text = text }
        }
        final class Blank: ObservableObject, Encodable {
          lazy var cache = 1
        }

        """
      let main = """
        import Foundation
        func text(_ value: some Encodable) throws -> String {
          let encoder = JSONEncoder()
          encoder.outputFormatting = .sortedKeys
          return String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        func decode<T: Decodable>(_ text: String) throws -> T { try JSONDecoder().decode(T.self, from: Data(text.utf8)) }
        let draft: Draft = try decode(#"{"revision":5,"title":"c","x":0,"y":0}"#)
        _ = draft.words
        let note: Note = try decode(#"{"text":"d"}"#)
        print(try text(Draft()), try text(draft), try text(Note()), try text(note), try text(Blank()), separator: "\\n")

        """
      let models = Migration().run([SourceFile(path: "Models.swift", text: source)])[0].migrated
      #expect(!models.contains("ObservableObject"))
      try Data(models.utf8).write(to: build.url("Models.swift"))
      try Data(main.utf8).write(to: build.url("main.swift"))
      let compiler = try swiftc(["-wmo", "Models.swift", "main.swift", "-o", "coding"])
      #expect(compiler.status == 0, "\(compiler.errors)")
      let coding = try Subprocess(build.url("coding"), [], in: build.path)
      #expect(coding.status == 0, "\(coding.errors)")
      // As it is without `@Observable`.
      let expected = #"""
        {"revision":1,"title":"a","x":2,"y":3}
        {"revision":5,"title":"c","x":2,"y":3}
        {"text":"b"}
        {"text":"d"}
        {}

        """#
      #expect(coding.output == expected)
    }

    /// All of it, views among it: before, after, and with its pipelines rewritten or fed.
    @Test func theWholeAppTypeChecksBeforeAndAfter() async throws {
      try await typeCheck(try SampleApp.files(in: "Input"), "before")
      for options in SampleApp.options {
        try await typeCheck(try SampleApp.expected(options), SampleApp.report(options))
      }
    }

    @Test func theAppTypeChecksWithModelsOfOurOwn() async throws {
      let results = try SampleApp.resultsWithModels()
      #expect(results.contains { $0.migrated.contains("@ObservableModel") })
      #expect(!results.contains { $0.migrated.contains("@Observable\n") })
      try await typeCheck(Dictionary(results.map { ($0.file.path, $0.migrated) }) { $1 }, "models")
    }

    @Test func theExamplesOfTheRulesTypeCheck() async throws {
      // At the same time, so that they share runs of the compiler.
      try await withThrowingTaskGroup { group in
        for rule in Rules.all where rule.id != "syntax" {
          group.addTask { try await typeCheck(["Example.swift": rule.before], "\(rule.id)-before") }
          group.addTask { try await typeCheck(["Example.swift": rule.after], "\(rule.id)-after") }
        }
        try await group.waitForAll()
      }
    }

    private func typeCheck(_ files: [String: String], _ name: String) async throws {
      // One file does not parse; the tests import the app.
      let files = files.filter { $0.key != "Services/Merge.swift" && !$0.key.hasPrefix("Tests/") }
      let errors = try await Toolchain.errors(
        in: files.sorted { $0.key < $1.key }.map { ($0.key, $0.value) },
        language: "5"
      )
      #expect(errors.isEmpty, "\(name)")
    }
  }
#endif
