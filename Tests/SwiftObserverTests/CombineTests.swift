import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// `CombineObserver`, which is empty without Combine, against a stand-in for that.
  @Suite struct CombineTests {
    @Test func publishersCompileAndPublish() throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let standIn = Compiler.folder("Tests/SwiftObserverTests/CombineStandIn")
      let sources = try FileManager.default
        .contentsOfDirectory(at: Compiler.folder("Sources/CombineObserver"), includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }.map(\.path)

      try compile("Combine", [standIn.appending(path: "Combine.swift").path], in: folder)
      try compile("CombineObserver", sources, in: folder)
      let objects = Compiler.objects(of: "SwiftObserver", "ObservationBridge", "CObservationRuntime")
      let result = try Compiler.compile(
        ["-parse-as-library", "-o", "check", standIn.appending(path: "Check.swift").path]
          + ["CombineObserver.o", "Combine.o"] + objects,
        in: folder
      )
      try #require(result.isSuccess, "\(result.output)")
      let output = try Compiler.run([folder.appending(path: "check").path]).output
      #expect(
        output == """
          variable: [7, 42]
          messenger: ["a!", "b!"]
          publisher let go: [1]
          cancelled: [1]
          freed: true

          """
      )
    }

    private func compile(_ module: String, _ files: [String], in folder: URL) throws {
      let result = try Compiler.compile(
        ["-module-name", module, "-parse-as-library", "-wmo", "-emit-object", "-emit-module", "-warnings-as-errors"]
          + ["-strict-memory-safety", "-enable-upcoming-feature", "InternalImportsByDefault"]
          + ["-enable-upcoming-feature", "MemberImportVisibility"] + files,
        in: folder
      )
      try #require(result.isSuccess, "\(result.output)")
    }
  }
#endif
