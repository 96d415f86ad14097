import Foundation
import Testing

@testable import ObservationMigration

@Suite struct NeededProductTests {
  private static let models = MigrationOptions(models: true)

  private static func model(_ name: String, imports: String = "import Combine\n") -> String {
    "\(imports)\nfinal class \(name): ObservableObject {\n  @Published var value = 0\n}\n"
  }

  private func results(
    _ files: KeyValuePairs<String, String>,
    _ options: MigrationOptions = Self.models
  ) -> [FileResult] {
    Migration(options: options).run(files.map { SourceFile(path: $0, text: $1) })
  }

  private static let threeFiles: KeyValuePairs = [
    "Sources/App/A.swift": model("A"), "Sources/App/Views/B.swift": model("B"), "Sources/Core/C.swift": model("C"),
  ]

  private static let sentence = """
    Add the product ObservationModels of the package ObservationBridge to each target of \
    Sources/Core/C.swift and 2 files in Sources/App, which will import it.
    """

  // MARK: - Which products

  @Test func productIsNeededThatTheFileImportsOnlyNow() {
    #expect(results(["A.swift": Self.model("A")])[0].neededProducts == ["ObservationModels"])
    let observable = "import Observation\n\n@Observable final class A {}\n"
    #expect(results(["A.swift": observable])[0].neededProducts == ["ObservationModels"])
    let conditional = "#if os(iOS)\n" + Self.model("A") + "#endif\n"
    #expect(results(["A.swift": conditional])[0].neededProducts == ["ObservationModels"])
  }

  @Test func modulesOfTheSystemAreNoProducts() {
    let result = results(["A.swift": Self.model("A")], MigrationOptions())[0]
    #expect(result.migrated.contains("import Observation\n") && result.neededProducts == [])
  }

  @Test(
    arguments: [
      "import ObservationModels\n", "@_exported import ObservationModels\n", "import class ObservationModels.Model\n",
      "#if os(iOS)\n  import ObservationModels\n#endif\n",
    ]
  ) func targetHasWhatItsFilesImport(imports: String) {
    #expect(results(["A.swift": Self.model("A", imports: imports)])[0].neededProducts == [])
    let files = results([
      "Sources/App/Models/A.swift": Self.model("A"), "Sources/App/B.swift": imports,
      "Sources/Core/C.swift": Self.model("C"),
    ])
    #expect(files.map(\.neededProducts) == [[], [], ["ObservationModels"]])
  }

  @Test func targetMayLackWhatItImportsOnlyIfItExists() {
    let imports = "#if DEBUG && canImport(ObservationModels)\n  import ObservationModels\n#endif\n"
    let files = results(["App/A.swift": Self.model("A"), "App/B.swift": imports])
    #expect(files.map(\.neededProducts) == [["ObservationModels"], []])
  }

  @Test func groupsNeedTheirOwnProducts() {
    let files = Self.threeFiles.map { SourceFile(path: $0, text: $1) }
    let migration = Migration(options: Self.models).prepare(files)
    let first = migration.groups()[0]
    #expect(first.types == ["A"])
    #expect(
      migration.results(converting: [first.number]).map(\.neededProducts) == [["ObservationModels"], [], []]
    )
    #expect(migration.conversions()[2].files.map(\.neededProducts) == [["ObservationModels"]])
  }

  @Test func allLibrariesOfThePackageAreKnown() throws {
    let manifest = try String(contentsOf: RuleListPage.root.appending(path: "Package.swift"), encoding: .utf8)
    let libraries = manifest.matches(of: /\.library\(name: "(\w+)", targets: \["(\w+)"\]\)/)
    #expect(Set(libraries.map { String($0.1) }) == PackageProducts.libraries)
    #expect(libraries.allSatisfy { $0.1 == $0.2 })
    #expect(manifest.contains("let package = Package(\n  name: \"\(PackageProducts.package)\",\n"))
  }

  @Test(
    arguments: [
      ("A.swift", ""), ("App/Models/A.swift", "App/Models"), ("Sources/A.swift", "Sources"),
      ("Sources/App/A.swift", "Sources/App"), ("/src/Sources/App/Models/Old/A.swift", "/src/Sources/App"),
      ("Core/Tests/CoreTests/Sources/A.swift", "Core/Tests/CoreTests"),
    ]
  ) func folderInSourcesOrTestsIsThatOfATarget(path: String, folder: String) {
    #expect(TargetFolder.path(of: path) == folder)
  }

  // MARK: - Reports

  @Test func textNamesProductAndTargetsBeforeItsLastLine() throws {
    let results = results(Self.threeFiles)
    let check = try MigrationReport(of: results).string(.text)
    let next =
      "Next: review the patch with `observation-migrate diff`, then write it with `observation-migrate apply`.\n"
    #expect(check.hasSuffix("\n\n\(Self.sentence)\n\n\(next)"))
    let written = MigrationReport(leftBy: results, written: results.map(\.file.path))
    #expect(
      try written.string(.text) == """
        3 of 3 classes were converted (3 files written).

        \(Self.sentence.replacing("will import it", with: "import it now"))

        Next: build and test.

        """
    )
  }

  @Test func eachProductHasASentence() throws {
    let search = """
      import Combine

      @MainActor final class Search: ObservableObject {
        @Published var text: String = ""
        private var cancellables = Set<AnyCancellable>()

        init() {
          $text.sink { [weak self] text in self?.note(text) }.store(in: &cancellables)
        }

        func note(_ text: String) { print(text) }
      }

      """
    let results = results(
      ["App/A.swift": Self.model("A"), "App/B.swift": Self.model("B"), "Search.swift": search],
      MigrationOptions(pipelines: true, models: true)
    )
    let report = MigrationReport(leftBy: results, written: results.map(\.file.path))
    #expect(report.neededProducts.map(\.name) == ["ObservationBridge", "ObservationModels"])
    #expect(
      report.productSentences == [
        """
        Add the product ObservationBridge of the package ObservationBridge to each target of Search.swift, which imports it \
        now.
        """,
        """
        Add the product ObservationModels of the package ObservationBridge to each target of Search.swift and 2 \
        files in App, which import it now.
        """,
      ]
    )
  }

  @Test(arguments: [(10, "F9/A.swift"), (11, "F9/A.swift and 1 other file"), (14, "F9/A.swift and 4 other files")])
  func manyPlacesAreCounted(count: Int, end: String) {
    let product = NeededProduct(name: "SwiftObserver", files: (0..<count).map { "F\($0)/A.swift" })
    let sentence = product.sentence(isWritten: false)
    #expect(sentence.contains(" to each target of F0/A.swift, F1/A.swift, "))
    #expect(sentence.hasSuffix("\(end), which will import it."))
    #expect(
      NeededProduct(name: "SwiftObserver", files: ["A.swift", "B.swift"]).sentence(isWritten: true).hasSuffix(
        " to each target of 2 files in the current folder, which import it now."
      )
    )
  }

  @Test func onlyWhatIsWrittenImportsIt() {
    let results = results(Self.threeFiles)
    let report = MigrationReport(leftBy: results, written: ["Sources/Core/C.swift"], declinedGroups: 2)
    #expect(report.neededProducts.map(\.files) == [["Sources/Core/C.swift"]])
    #expect(report.limited { _ in false }.neededProducts == report.neededProducts)
    #expect(MigrationReport(leftBy: results, written: [], declinedGroups: 3).neededProducts == [])
  }

  @Test func partsOfAReportNameWhatTheirChangesNeed() {
    let results = results(Self.threeFiles)
    let report = MigrationReport(of: results)
    #expect(report.withoutChanges().neededProducts == [])
    let limited = report.limited { $0.file == "Sources/App/A.swift" }
    #expect(limited.neededProducts.map(\.files) == [["Sources/App/A.swift"]])
    let new = report.limited(toNewSince: Baseline(of: Array(results.prefix(2))))
    #expect(new.neededProducts.map(\.files) == [["Sources/Core/C.swift"]])
    #expect(report.limited(toNewSince: Baseline(of: results)).neededProducts == [])
  }

  @Test func dataNamesAllFiles() throws {
    let report = MigrationReport(of: results(Self.threeFiles))
    let json = try JSONSerialization.jsonObject(with: Data(report.string(.json).utf8)) as? [String: Any]
    let expected: NSArray = [["name": "ObservationModels", "files": Self.threeFiles.map(\.key)]]
    #expect(json?["neededProducts"] as? NSArray == expected)
  }

  @Test func gitHubGetsANotice() throws {
    let lines = try MigrationReport(of: results(Self.threeFiles)).string(.github).split(separator: "\n")
    #expect(lines.suffix(2) == ["::notice title=ObservationModels::\(Self.sentence)", "9 changed in 3 files."])
  }

  @Test func sarifGetsANotification() throws {
    let report = MigrationReport(of: results(Self.threeFiles))
    let log = try JSONSerialization.jsonObject(with: Data(report.string(.sarif).utf8))
    #expect(SARIFSchema.log.errors(in: log) == [])
    let run = ((log as? [String: Any])?["runs"] as? [[String: Any]])?.first
    let expected: NSArray = [
      [
        "executionSuccessful": true,
        "toolExecutionNotifications": [
          [
            "level": "note", "message": ["text": Self.sentence],
            "locations": Self.threeFiles.map { ["physicalLocation": ["artifactLocation": ["uri": $0.key]]] },
          ]
        ],
      ]
    ]
    #expect(run?["invocations"] as? NSArray == expected)
  }
}
