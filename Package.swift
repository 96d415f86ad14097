// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

let package = Package(
  name: "ObservationBridge",
  platforms: [.iOS(.v18), .macCatalyst(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11)],
  products: [
    // A library comes after those that it uses.
    .library(name: "ObservationBridge", targets: ["ObservationBridge"]),
    .library(name: "ObservationBridgeTesting", targets: ["ObservationBridgeTesting"]),
    .library(name: "SwiftObserver", targets: ["SwiftObserver"]),
    .library(name: "CombineObserver", targets: ["CombineObserver"]),
    .library(name: "ObservationTracking", targets: ["ObservationTracking"]),
    .library(name: "ObservationModels", targets: ["ObservationModels"]),
  ]
    + unlessOnlyRuntime([
      .library(name: "ObservationMigration", targets: ["ObservationMigration"]),
      .executable(name: "observation-migrate", targets: ["observation-migrate"]),
      .plugin(name: "ObservationMigrate", targets: ["ObservationMigrate", "ObservationMigrateApply"]),
    ]),
  dependencies: SwiftSyntax.host == nil
    ? [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")] : [],
  targets: [
    .target(name: "ObservationBridge", dependencies: ["CObservationRuntime"] + backend.dependencies),
    .target(name: "CObservationRuntime"),
    .target(name: "ObservationBridgeTesting", dependencies: ["ObservationBridge", "CTestingRuntime"]),
    .target(name: "CTestingRuntime"),
    .target(name: "SwiftObserver", dependencies: ["CObservationRuntime", "ObservationBridge"]),
    .target(name: "CombineObserver", dependencies: ["SwiftObserver"]),
    .target(
      name: "ObservationTracking",
      dependencies: ["CObservationRuntime", "ObservationBridge", "ObservationTrackingMacros"]
    ),
    .target(
      name: "ObservationModels",
      dependencies: ["CObservationRuntime", "ObservationBridge", "ObservationTrackingMacros"]
    ),
    .macro(name: "ObservationTrackingMacros").using([
      "SwiftCompilerPlugin", "SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros",
    ]),
    .target(
      name: "TestSupport",
      dependencies: ["CTestSupport", "ObservationBridge", "ObservationBridgeTesting"],
      path: "Tests/TestSupport"
    ),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .testTarget(
      name: "ObservationBridgeTests",
      dependencies: ["ObservationBridgeTesting", "ObservationModels"] + backend.dependencies
    ),
    .testTarget(name: "ObservationBridgeTestingTests", dependencies: ["ObservationBridgeTesting"]),
    .testTarget(
      name: "SwiftObserverTests",
      dependencies: ["ObservationModels", "SwiftObserver"],
      exclude: ["CombineStandIn"]
    ),
    .testTarget(name: "ObservationTrackingTests", dependencies: ["ObservationModels", "ObservationTracking"]),
    .testTarget(name: "ObservationModelsTests", dependencies: ["ObservationModels"]),
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: ["ObservationModels", "SwiftObserver"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ] + backend.standIns
    + unlessOnlyRuntime([
      .target(name: "ObservationMigration").using(["SwiftSyntax", "SwiftParser"]),
      .executableTarget(name: "observation-migrate", dependencies: ["ObservationMigration"]).using([]),
      .plugin(
        name: "ObservationMigrate",
        capability: .command(
          intent: .custom(
            verb: "observation-migrate",
            description: "Report what can move from ObservableObject and Combine to @Observable"
          )
        ),
        dependencies: ["observation-migrate"]
      ),
      .plugin(
        name: "ObservationMigrateApply",
        capability: .command(
          intent: .custom(
            verb: "observation-migrate-apply",
            description: "Move sources from ObservableObject and Combine to @Observable"
          ),
          permissions: [.writeToPackageDirectory(reason: "It writes the sources that it migrates.")]
        ),
        dependencies: ["observation-migrate"]
      ),
      .testTarget(
        name: "DocumentationTests",
        dependencies: ["ObservationBridgeTesting", "ObservationModels", "ObservationTracking", "SwiftObserver"]
      ),
      // The libraries are for sources that the tests compile.
      .testTarget(
        name: "ObservationTrackingMacrosTests",
        dependencies: ["ObservationModels", "ObservationTracking", "ObservationTrackingMacros"]
      ).using(["SwiftBasicFormat", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntaxMacroExpansion"]),
      // Excluded: Swift sources that the tests migrate, what they compile these with, and recorded messages.
      .testTarget(
        name: "ObservationMigrationTests",
        dependencies: ["ObservationMigration", "ObservationModels", "observation-migrate"],
        exclude: ["Messages", "SameApp/StandIns", "SampleApp", "Stubs"]
      ).using([]),
    ]),
  swiftLanguageModes: [.v6]
)

// What holds in every target.
for target in package.targets where target.type != .plugin {
  if target.type == .test { target.dependencies += ["ObservationBridge", "TestSupport"] }
  // Debug builds, such as those of tests, tell the thread sanitizer what it can't see; releases have nothing of that.
  let testing = BuildSettingCondition.when(configuration: .debug)
  target.cSettings = [.define("OBSERVATION_BRIDGE_TESTING", testing)]
  if ["CObservationRuntime", "CTestSupport", "CTestingRuntime"].contains(target.name) { continue }
  target.swiftSettings =
    (target.swiftSettings ?? []) + backend.settings + modelsOfTests + [
      .define("OBSERVATION_BRIDGE_TESTING", testing),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}

// MARK: - Variables in the environment

/// The value of a variable: the first choice if it's unset or empty.
func choice(_ variable: String, of choices: String...) -> String {
  guard let value = Context.environment[variable], !value.isEmpty else { return choices[0] }
  if choices.contains(value) { return value }
  fatalError("\(variable) is \"\(value)\": write \"\(choices.joined(separator: "\" or \""))\", or leave it unset.")
}

/// `OBSERVATION_BRIDGE_TESTS=runtime` leaves out what works on sources: that is the same whatever the backend or the sanitizer.
func unlessOnlyRuntime<Part>(_ parts: [Part]) -> [Part] {
  choice("OBSERVATION_BRIDGE_TESTS", of: "all", "runtime") == "runtime" ? [] : parts
}

/// `OBSERVATION_BRIDGE_MODELS=own` runs the tests of observations with `@ObservableModel` wherever they say `@Observable`.
var modelsOfTests: [SwiftSetting] {
  choice("OBSERVATION_BRIDGE_MODELS", of: "plain", "own") == "own" ? [.define("OWN_MODELS")] : []
}

/// `OBSERVATION_BRIDGE_BACKEND` names the backend of a build. Unset, it is the best that there is.
var backend: (settings: [SwiftSetting], dependencies: [Target.Dependency], standIns: [Target]) {
  let name = choice("OBSERVATION_BRIDGE_BACKEND", of: "exact", "standard", "public")
  #if compiler(>=6.4)
    if name != "public" { return ([.define("STANDARD_TRACKING")], [], []) }
  #elseif compiler(>=6.3)
    // The toolchains that the exact backend was verified on.
    if name == "exact" { return ([.define("EXACT_TRACKING", .when(platforms: [.linux]))], [], []) }
    // For tests, the standard backend is built over a module that stands in for Swift 6.4's interface.
    if name == "standard" {
      return (
        [.define("STANDARD_TRACKING"), .define("STANDARD_TRACKING_STAND_IN")],
        ["StandardObservation"],
        [.target(name: "StandardObservation", dependencies: ["CObservationRuntime"], path: "Tests/StandardObservation")]
      )
    }
  #endif
  return ([], [], [])
}

/// Where swift-syntax comes from. Toolchains of swift.org ship it as libraries with module interfaces, with which a macro or a tool builds
/// in seconds instead of minutes. Without these, or with `OBSERVATION_BRIDGE_SWIFT_SYNTAX=package`, SwiftPM fetches and compiles the package.
enum SwiftSyntax {
  /// `usr/lib/swift/host` of the toolchain that evaluates this manifest, if it has swift-syntax.
  static let host: String? = {
    if choice("OBSERVATION_BRIDGE_SWIFT_SYNTAX", of: "toolchain", "package") == "package" { return nil }
    // The manifest runs with the toolchain's libPackageDescription.so, in usr/lib/swift/pm/ManifestAPI.
    // Read to its end, piece by piece: the size that the system gives for this file is 0.
    let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
    return String(decoding: maps, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasSuffix("/libPackageDescription.so") }
      .compactMap { line in line.firstIndex(of: "/").map { URL(fileURLWithPath: String(line[$0...])) } }
      .map { $0.deletingLastPathComponent().appending(path: "../../host").standardizedFileURL.path }
      .first { FileManager.default.fileExists(atPath: "\($0)/SwiftSyntax.swiftmodule") }
  }()
}

extension Target {
  /// Lets a target use modules of swift-syntax, besides those of the targets that it depends on.
  func using(_ modules: [String]) -> Target {
    guard let host = SwiftSyntax.host else {
      dependencies += modules.map { .product(name: $0, package: "swift-syntax") }
      return self
    }
    // What the package calls SwiftCompilerPlugin is a library of another name in the toolchain.
    let libraries = modules.map { $0 == "SwiftCompilerPlugin" ? "SwiftCompilerPluginMessageHandling" : $0 }
    swiftSettings = [.unsafeFlags(["-I", host])]
    linkerSettings = [
      .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + libraries.map { "-l\($0)" })
    ]
    return self
  }
}
