#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// Each Swift block of README is a file that compiles as printed; blocks for a manifest work in a manifest.
  @Suite struct ReadmeTests {
    private static let blocks = Result { try Documentation.blocks(of: "README.md") }

    /// The numbers of the blocks with whole files.
    static let samples: [Int] = ((try? blocks.get()) ?? []).enumerated().filter { !$1.isOfManifest }.map(\.offset)

    private static func block(_ number: Int) throws -> String { try blocks.get()[number].text }

    @Test(arguments: samples, LanguageMode.allCases)
    func sampleCompilesAsItIsPrinted(number: Int, mode: LanguageMode) throws {
      let result = try Compiler.check(
        try Self.block(number),
        ["-parse-as-library", "-warnings-as-errors"] + mode.arguments
      )
      #expect(result.isSuccess, "\(result.output)")
    }

    @Test func theFirstSampleNeedsOneProductAlone() throws {
      let imports = try Self.block(0).split(separator: "\n").filter { $0.hasPrefix("import ") }
      #expect(imports == ["import Observation", "import ObservationBridge"])
    }

    @Test func thereAreSamples() {
      #expect(Self.samples.count > 4)
    }

    @Test func theFirstSampleIsNearTheTopAndPrintsWhatIsPromised() throws {
      let lines = try Documentation.lines(of: "README.md")
      #expect(try #require(lines.firstIndex(of: "```swift")) < 20)
      let output = try #require(lines.firstIndex(of: "initial: 0"))
      let printed = lines[output...].prefix { $0 != "```" }.joined(separator: "\n")

      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      try Self.block(0).write(to: folder.appending(path: "Counter.swift"), atomically: true, encoding: .utf8)
      try "await run()\n".write(to: folder.appending(path: "main.swift"), atomically: true, encoding: .utf8)
      let result = try Compiler.compile(
        ["-o", "run", "Counter.swift", "main.swift"] + Compiler.objects(of: "ObservationBridge", "CObservationRuntime"),
        in: folder
      )
      try #require(result.isSuccess, "\(result.output)")
      #expect(try Compiler.run([folder.appending(path: "run").path]).output == printed + "\n")
    }

    // MARK: Manifests

    @Test func linesForAManifestWork() throws {
      let lines = try Self.blocks.get().filter(\.isOfManifest).map(\.text)
      let target = try #require(lines.first { $0.hasPrefix(".target(") })
      let dependencies = lines.filter { $0.hasPrefix(".package(") }
      #expect(dependencies.count == 2)
      for dependency in dependencies {
        let folder = try Compiler.temporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        // A clone in a folder of another name.
        try FileManager.default.createSymbolicLink(
          at: folder.appending(path: "clone"),
          withDestinationURL: Compiler.folder("")
        )
        let sources = folder.appending(path: "App/Sources/App")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try "import ObservationBridge\n".write(
          to: sources.appending(path: "App.swift"),
          atomically: true,
          encoding: .utf8
        )
        try """
        // swift-tools-version: 6.2
        import PackageDescription
        let package = Package(
          name: "App",
          dependencies: [\(dependency.replacing("../ObservationBridge", with: "../clone"))],
          targets: [\(target)]
        )
        """.write(to: folder.appending(path: "App/Package.swift"), atomically: true, encoding: .utf8)
        // A remote dependency is only parsed; for a local one, SwiftPM also resolves the graph of both packages.
        let command = dependency.contains("url:") ? ["dump-package"] : ["show-dependencies", "--format", "json"]
        let result = try Self.package(command, in: folder.appending(path: "App"), scratch: folder)
        #expect(result.isSuccess, "\(result.output)")
      }
    }

    @Test func allProductsAreListed() throws {
      let folder = try Compiler.temporaryFolder()
      defer { try? FileManager.default.removeItem(at: folder) }
      let manifest = try Self.package(["dump-package"], in: Compiler.folder(""), scratch: folder).output
      let package = try JSONSerialization.jsonObject(with: Data(manifest.utf8)) as? [String: Any]
      let products = (package?["products"] as? [[String: Any]])?.compactMap { $0["name"] as? String } ?? []
      let table = try Documentation.lines(of: "README.md").drop { !$0.hasPrefix("| product |") }.dropFirst(2)
      let listed = table.prefix { $0.hasPrefix("| `") }.map { String($0.dropFirst(3).prefix { $0 != "`" }) }
      #expect(!products.isEmpty)
      #expect(listed.sorted() == products.sorted())
    }

    private static func package(_ command: [String], in package: URL, scratch: URL) throws -> Compiler.Result {
      // What the package leaves out of some builds is none of its users' business.
      try Compiler.run(
        [
          "-u", "OBSERVATION_BRIDGE_TESTS", "swift", "package", "--package-path", package.path, "--scratch-path",
          scratch.appending(path: "build").path,
        ]
          + command,
        in: package
      )
    }
  }
#endif
