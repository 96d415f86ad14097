#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The page of public names is that of the sources.
  ///
  /// `OBSERVATION_BRIDGE_UPDATE_API=1 swift test --filter PublicAPITests` writes the page again. Review its diff: each line is a promise.
  @Suite(.serialized) struct PublicAPITests {
    private static let page = Documentation.root.appending(path: "Documentation/PublicAPI.md")
    private static let isUpdating = ProcessInfo.processInfo.environment["OBSERVATION_BRIDGE_UPDATE_API"] != nil

    @Test(arguments: [
      "ObservationBridge", "ObservationModels", "ObservationTracking", "ObservationBridgeTesting", "SwiftObserver",
      "CombineObserver", "ObservationMigration",
    ])
    func thePageListsEverythingPublic(module: String) throws {
      let listed = try Self.symbols(of: module).page
      let text = try String(contentsOf: Self.page, encoding: .utf8)
      let start = try #require(text.range(of: "\n## \(module)\n\n")?.upperBound)
      let end = text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex
      if Self.isUpdating {
        try text.replacingCharacters(in: start..<end, with: listed).write(
          to: Self.page,
          atomically: true,
          encoding: .utf8
        )
      } else {
        // Compared by lines, so that a failure shows only the differing lines.
        #expect(text[start..<end].split(separator: "\n") == listed.split(separator: "\n"))
      }
    }

    @Test func thePageHasEveryLibrary() throws {
      let text = try String(contentsOf: Self.page, encoding: .utf8)
      let manifest = try Documentation.lines(of: "Package.swift").joined(separator: "\n")
      let libraries = manifest.matches(of: /\.library\(name: "([A-Za-z]+)"/).map { String($0.1) }
      #expect(text.matches(of: /\n## ([A-Za-z]+)\n/).map { String($0.1) }.sorted() == libraries.sorted())
    }

    private static func symbols(of module: String) throws -> PublicSymbols {
      if module != "CombineObserver" { return try PublicSymbols(of: module) }
      // Empty without Combine, so the sources are compiled with a stand-in for Combine.
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let sources = try FileManager.default
        .contentsOfDirectory(at: Compiler.folder("Sources/CombineObserver"), includingPropertiesForKeys: nil)
        .filter { $0.pathExtension == "swift" }.map(\.path)
      let standIn = Compiler.folder("Tests/SwiftObserverTests/CombineStandIn/Combine.swift").path
      for (module, sources) in [("Combine", [standIn]), ("CombineObserver", sources)] {
        let result = try Compiler.compile(
          ["-module-name", module, "-parse-as-library", "-emit-module"]
            + ["-enable-upcoming-feature", "InternalImportsByDefault"] + sources,
          in: folder
        )
        try #require(result.isSuccess, "\(result.output)")
      }
      return try PublicSymbols(of: module, in: folder)
    }
  }
#endif
