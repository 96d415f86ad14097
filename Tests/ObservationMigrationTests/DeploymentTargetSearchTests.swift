import Foundation
import ObservationMigration
import TestSupport
import Testing

/// The deployment targets that projects state.
@Suite struct DeploymentTargetSearchTests {
  private static func stated(_ files: KeyValuePairs<String, String>) throws -> [DeploymentTarget] {
    let folder = try TemporaryFolder(files)
    let sources = SourceSearch(of: [folder.path]).files.filter { !$0.path.hasSuffix("Package.swift") }
    return DeploymentTarget.stated(for: sources).map { target in
      var target = target
      target.folder = target.folder.map { String($0.dropFirst(folder.path.count)) }
      return target
    }
  }

  @Test func manifestOfAPackageStatesIt() throws {
    let manifest = """
      // swift-tools-version: 5.9
      import PackageDescription
      let package = Package(name: "P", platforms: [.iOS(.v15), .macOS("13.3"), .tvOS(.v17)], targets: [.target(name: "App")])
      """
    let found = try Self.stated(["Package.swift": manifest, "Sources/App/Store.swift": ""])
    #expect(
      found == [
        DeploymentTarget(versions: [.iOS: 15, .macOS: 13, .tvOS: 17], files: ["Package.swift"], folder: "/")
      ]
    )
    #expect(found[0].platformsTooOld == [.iOS, .macOS])
    #expect(found[0].versionList == "iOS 15, macOS 13, tvOS 17")
  }

  @Test func oldestOfAllSettingsOfAnXcodeProjectCounts() throws {
    let project = """
      \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 17.0;
      \t\t\t\tSDKROOT = iphoneos;
      \t\t\t\tIPHONEOS_DEPLOYMENT_TARGET = 16.4;
      \t\t\t\t"MACOSX_DEPLOYMENT_TARGET[arch=arm64]" = 14.0;
      """
    let settings = "// For the watch.\nWATCHOS_DEPLOYMENT_TARGET = 7.1 // old\nIPHONEOS_DEPLOYMENT_TARGET = $(OTHER)\n"
    let found = try Self.stated([
      "App/App.xcodeproj/project.pbxproj": project,
      "App/Config/Watch.xcconfig": settings,
      "App/Pods/Other.xcconfig": "IPHONEOS_DEPLOYMENT_TARGET = 9.0",
      "App/Sources/Store.swift": "",
    ])
    #expect(
      found == [
        DeploymentTarget(
          versions: [.iOS: 16, .watchOS: 7],
          files: ["App.xcodeproj", "Config/Watch.xcconfig"],
          folder: "/App/"
        )
      ]
    )
  }

  @Test func nearestProjectAboveEachFileIsTaken() throws {
    let found = try Self.stated([
      "Package.swift": "let package = Package(name: \"P\", platforms: [.iOS(.v17)])",
      "Example/Example.xcodeproj/project.pbxproj": "IPHONEOS_DEPLOYMENT_TARGET = 15.0;",
      "Example/Main.swift": "",
      "Sources/P/Store.swift": "",
      "Sources/P/Model.swift": "",
    ])
    #expect(found.map(\.folder) == ["/Example/", "/"])
    #expect(found.map(\.versions) == [[.iOS: 15], [.iOS: 17]])
  }

  @Test func projectOutsideOfTheRepositoryIsNotAsked() throws {
    let found = try Self.stated([
      "Package.swift": "let package = Package(name: \"P\", platforms: [.iOS(.v15)])",
      "Repository/.git/HEAD": "",
      "Repository/Store.swift": "",
    ])
    #expect(found == [])
  }

  @Test func manifestWithoutPlatformsStatesNothing() throws {
    #expect(try Self.stated(["Package.swift": "let package = Package(name: \"P\")", "Store.swift": ""]) == [])
  }

  @Test func toolRefusesWhatIsForOlderSystems() throws {
    let folder = try TemporaryFolder([
      "Package.swift":
        "let package = Package(name: \"P\", platforms: [.iOS(.v15), .macOS(.v13)], targets: [.target(name: \"App\")])",
      "Sources/App/Store.swift":
        "import Combine\npublic final class Store: ObservableObject { @Published public var rows: [Int] = [] }\n",
    ])
    let apply = try Subprocess.migrate("apply", ".", in: folder)
    #expect(apply.status == 1)
    #expect(try folder.text("Sources/App/Store.swift").contains("ObservableObject"))
    #expect(
      apply.output.contains(
        """
        The deployment target is iOS 15 and macOS 13 (Package.swift), which has no `@Observable`: raise it to iOS 17 and macOS 14, or \
        pass `--minimum-ios 17` and `--minimum-macos 14`.
        """
      )
    )
    let asked = try Subprocess.migrate("apply", ".", "--minimum-ios", "17", in: folder)
    #expect(asked.status == 0)
    #expect(try folder.text("Sources/App/Store.swift").contains("@Observable"))
  }
}
