// swift-tools-version: 6.2
import CompilerPluginSupport
import Foundation
import PackageDescription

let package = Package(
  name: "ObservationBridge",
  platforms: [
    .iOS(.v18), .macCatalyst(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11),
  ],
  products: [
    .library(name: "ObservationBridge", targets: ["ObservationBridge"]),
    .library(name: "ObservationBridgeTesting", targets: ["ObservationBridgeTesting"]),
    .library(name: "SwiftObserver", targets: ["SwiftObserver"]),
    .library(name: "CombineObserver", targets: ["CombineObserver"]),
    .library(name: "ObservationMigration", targets: ["ObservationMigration"]),
    .executable(name: "observation-migrate", targets: ["observation-migrate"]),
    .plugin(name: "ObservationMigrate", targets: ["ObservationMigrate", "ObservationMigrateApply"]),
    .library(name: "ObservationTracking", targets: ["ObservationTracking"]),
    .library(name: "ObservationModels", targets: ["ObservationModels"]),
  ],
  dependencies: swiftSyntax.packages,
  targets: [
    .target(
      name: "ObservationBridge",
      dependencies: ["CObservationRuntime"] + trackingBackendDependencies,
      swiftSettings: trackingBackendSettings
    ),
    .target(name: "CObservationRuntime"),
    .target(name: "ObservationBridgeTesting", dependencies: ["ObservationBridge", "CTestingRuntime"]),
    .target(name: "CTestingRuntime"),
    .target(name: "SwiftObserver", dependencies: ["CObservationRuntime", "ObservationBridge"]),
    .target(name: "CombineObserver", dependencies: ["SwiftObserver"]),
    .target(
      name: "ObservationMigration",
      dependencies: swiftSyntax.dependencies(migrationModules),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings(migrationModules)
    ),
    .executableTarget(
      name: "observation-migrate",
      dependencies: ["ObservationMigration"],
      swiftSettings: swiftSyntax.swiftSettings
    ),
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
    .target(
      name: "ObservationTracking",
      dependencies: ["CObservationRuntime", "ObservationBridge", "ObservationTrackingMacros"]
    ),
    .target(
      name: "ObservationModels",
      dependencies: ["CObservationRuntime", "ObservationBridge", "ObservationTrackingMacros"]
    ),
    .macro(
      name: "ObservationTrackingMacros",
      dependencies: swiftSyntax.dependencies(modulesOfMacros + ["SwiftCompilerPlugin"]),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings(modulesOfMacros + ["SwiftCompilerPluginMessageHandling"])
    ),
    .target(
      name: "TestSupport",
      dependencies: ["CTestSupport", "ObservationBridge", "ObservationBridgeTesting"],
      path: "Tests/TestSupport",
      swiftSettings: modelsOfTests.swiftSettings
    ),
    .target(name: "CTestSupport", path: "Tests/CTestSupport"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: [
        "ObservationBridge", "ObservationBridgeTesting", "ObservationModels", "ObservationTracking", "SwiftObserver",
        "TestSupport",
      ]
    ),
    .testTarget(
      name: "ObservationBridgeTests",
      dependencies: ["ObservationBridge", "ObservationBridgeTesting", "TestSupport"] + trackingBackendDependencies
        + modelsOfTests.dependencies,
      swiftSettings: trackingBackendSettings + modelsOfTests.swiftSettings
    ),
    .testTarget(
      name: "ObservationBridgeTestingTests",
      dependencies: ["ObservationBridgeTesting", "TestSupport"]
    ),
    .testTarget(
      name: "SwiftObserverTests",
      dependencies: ["SwiftObserver", "ObservationBridge", "TestSupport"] + modelsOfTests.dependencies,
      exclude: ["CombineStandIn"],
      swiftSettings: trackingBackendSettings + modelsOfTests.swiftSettings
    ),
    .testTarget(
      name: "ObservationTrackingMacrosTests",
      // The two modules are for sources that the tests compile.
      dependencies: ["ObservationModels", "ObservationTracking", "ObservationTrackingMacros", "TestSupport"]
        + swiftSyntax.dependencies(modulesOfMacroTests),
      swiftSettings: swiftSyntax.swiftSettings,
      linkerSettings: swiftSyntax.linkerSettings(modulesOfMacroTests)
    ),
    .testTarget(
      name: "ObservationTrackingTests",
      dependencies: ["ObservationBridge", "ObservationTracking", "TestSupport"] + modelsOfTests.dependencies,
      swiftSettings: trackingBackendSettings + modelsOfTests.swiftSettings
    ),
    .testTarget(
      name: "ObservationModelsTests",
      dependencies: ["ObservationBridge", "ObservationModels", "TestSupport"],
      swiftSettings: trackingBackendSettings
    ),
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: ["ObservationBridge", "ObservationModels", "SwiftObserver", "TestSupport"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .testTarget(
      name: "ObservationMigrationTests",
      dependencies: [
        "ObservationBridge", "ObservationMigration", "ObservationModels", "TestSupport", "observation-migrate",
      ],
      // Swift sources that the tests migrate, what they compile these with, and recorded messages.
      exclude: ["Messages", "SameApp/StandIns", "SampleApp", "Stubs"],
      swiftSettings: swiftSyntax.swiftSettings + trackingBackendSettings
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// `OBSERVATION_BRIDGE_BACKEND` names the backend of a build: `exact`, `standard` or `public`. Unset, it is the best that there is.
var trackingBackendSettings: [SwiftSetting] {
  #if compiler(>=6.4)
    let best = [SwiftSetting.define("STANDARD_TRACKING")]
    let standard = best
  #elseif compiler(>=6.3)
    // The toolchains that the exact backend was verified on.
    let best = [SwiftSetting.define("EXACT_TRACKING", .when(platforms: [.linux]))]
    let standard = [SwiftSetting.define("STANDARD_TRACKING"), .define("STANDARD_TRACKING_STAND_IN")]
  #else
    let best: [SwiftSetting] = []
    let standard = best
  #endif
  switch Context.environment["OBSERVATION_BRIDGE_BACKEND"] {
  case nil, "", "exact": return best
  case "standard": return standard
  case "public": return []
  case let other?:
    fatalError(
      "OBSERVATION_BRIDGE_BACKEND is \"\(other)\": write \"exact\", \"standard\" or \"public\", or leave it unset."
    )
  }
}

/// `OBSERVATION_BRIDGE_MODELS=own` runs the tests of observations with `@ObservableModel` wherever they say `@Observable`.
var modelsOfTests: (dependencies: [Target.Dependency], swiftSettings: [SwiftSetting]) {
  switch Context.environment["OBSERVATION_BRIDGE_MODELS"] {
  case nil, "", "plain": return ([], [])
  case "own": return (["ObservationModels"], [.define("OWN_MODELS")])
  case let other?:
    fatalError("OBSERVATION_BRIDGE_MODELS is \"\(other)\": write \"plain\" or \"own\", or leave it unset.")
  }
}

/// What stands in for Swift 6.4's interface where the standard backend is built, for tests, by a toolchain before that.
var trackingBackendDependencies: [Target.Dependency] {
  #if compiler(>=6.3) && compiler(<6.4)
    if Context.environment["OBSERVATION_BRIDGE_BACKEND"] == "standard" { return ["StandardObservation"] }
  #endif
  return []
}

// MARK: - swift-syntax

/// What the migration uses of it.
var migrationModules: [String] { ["SwiftSyntax", "SwiftParser"] }

/// What the macros use of it.
var modulesOfMacros: [String] {
  ["SwiftDiagnostics", "SwiftSyntax", "SwiftSyntaxBuilder", "SwiftSyntaxMacros"]
}

var modulesOfMacroTests: [String] {
  modulesOfMacros + ["SwiftBasicFormat", "SwiftParser", "SwiftParserDiagnostics", "SwiftSyntaxMacroExpansion"]
}

/// Where swift-syntax comes from: the toolchain's own build of it, or the package.
///
/// Toolchains of swift.org ship it as libraries with module interfaces, with which a macro or a tool builds in seconds
/// instead of minutes. Where they are missing, or `OBSERVATION_BRIDGE_SWIFT_SYNTAX=package` asks for it, the package is
/// fetched and compiled.
enum SwiftSyntaxSource {
  /// `usr/lib/swift/host` of the toolchain that evaluates this manifest.
  case toolchain(host: String)
  case package

  /// What a target that uses swift-syntax depends on.
  func dependencies(_ modules: [String]) -> [Target.Dependency] {
    guard case .package = self else { return [] }
    // The package calls its products for compiler plug-ins by underscored names.
    return modules.map {
      .product(name: $0 == "SwiftCompilerPluginMessageHandling" ? "_\($0)" : $0, package: "swift-syntax")
    }
  }

  var packages: [Package.Dependency] {
    guard case .package = self else { return [] }
    return [.package(url: "https://github.com/swiftlang/swift-syntax", "600.0.0"..<"605.0.0")]
  }

  var swiftSettings: [SwiftSetting] {
    guard case .toolchain(let host) = self else { return [] }
    return [.unsafeFlags(["-I", host])]
  }

  func linkerSettings(_ modules: [String]) -> [LinkerSetting] {
    guard case .toolchain(let host) = self else { return [] }
    return [.unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host] + modules.map { "-l\($0)" })]
  }
}

var swiftSyntax: SwiftSyntaxSource {
  switch Context.environment["OBSERVATION_BRIDGE_SWIFT_SYNTAX"] {
  case "package": return .package
  case nil, "", "toolchain": break
  case let other?:
    fatalError(
      "OBSERVATION_BRIDGE_SWIFT_SYNTAX is \"\(other)\": write \"toolchain\" or \"package\", or leave it unset."
    )
  }
  // The manifest runs with the toolchain's libPackageDescription.so, in usr/lib/swift/pm/ManifestAPI.
  // Read to its end, piece by piece: the size that the system gives for this file is 0.
  let maps = FileHandle(forReadingAtPath: "/proc/self/maps")?.readDataToEndOfFile() ?? Data()
  for line in String(decoding: maps, as: UTF8.self).split(separator: "\n")
  where line.hasSuffix("/libPackageDescription.so") {
    guard let path = line.firstIndex(of: "/") else { continue }
    let host = URL(fileURLWithPath: String(line[path...]))
      .deletingLastPathComponent().appending(path: "../../host").standardizedFileURL.path
    if FileManager.default.fileExists(atPath: "\(host)/SwiftSyntax.swiftmodule") { return .toolchain(host: host) }
  }
  return .package
}

// MARK: - All targets

if !trackingBackendDependencies.isEmpty {
  package.targets.append(
    .target(name: "StandardObservation", dependencies: ["CObservationRuntime"], path: "Tests/StandardObservation")
  )
}

// With `OBSERVATION_BRIDGE_EXPLORE=1` this is what tries the schedules of the engine, and the engine with points at which they are chosen;
// see CONTRIBUTING.md.
let explores = Context.environment["OBSERVATION_BRIDGE_EXPLORE"] == "1"
if explores {
  let engine: Set = ["CObservationRuntime", "ObservationBridge", "StandardObservation"]
  package.targets.removeAll { !engine.contains($0.name) }
  package.products = []
  package.targets += [
    .target(name: "CExploration", dependencies: ["CObservationRuntime"], path: "Tests/CExploration"),
    // Optimized in debug builds, too: it looks at each step of many thousands of runs.
    .target(name: "Exploration", path: "Tests/Exploration", swiftSettings: [.unsafeFlags(["-O"])]),
    .executableTarget(
      name: "explore",
      dependencies: ["CExploration", "CObservationRuntime", "Exploration", "ObservationBridge"]
        + trackingBackendDependencies,
      path: "Tests/ExplorationProgram",
      swiftSettings: trackingBackendSettings
    ),
    .testTarget(
      name: "ExplorationTests",
      dependencies: ["Exploration", "explore"],
      swiftSettings: trackingBackendSettings
    ),
  ]
}

// `OBSERVATION_BRIDGE_TESTS=runtime` leaves out what works on sources: that is the same whatever the backend or the sanitizer.
switch Context.environment["OBSERVATION_BRIDGE_TESTS"] {
case nil, "", "all": break
case "runtime":
  let others: Set = [
    "DocumentationTests", "ObservationMigrate", "ObservationMigrateApply", "ObservationMigration",
    "ObservationMigrationTests", "ObservationTrackingMacrosTests", "observation-migrate",
  ]
  package.targets.removeAll { others.contains($0.name) }
  package.products.removeAll { others.contains($0.name) }
case let other?:
  fatalError("OBSERVATION_BRIDGE_TESTS is \"\(other)\": write \"runtime\" or \"all\", or leave it unset.")
}

// Debug builds, such as those of tests, tell the thread sanitizer what it can't see; releases have nothing of that.
for target in package.targets where target.type != .plugin {
  let condition = BuildSettingCondition.when(configuration: .debug)
  target.cSettings = (target.cSettings ?? []) + [.define("OBSERVATION_BRIDGE_TESTING", condition)]
  target.swiftSettings = (target.swiftSettings ?? []) + [.define("OBSERVATION_BRIDGE_TESTING", condition)]
  if !explores { continue }
  target.cSettings = (target.cSettings ?? []) + [.define("OBSERVATION_BRIDGE_EXPLORE")]
  target.swiftSettings = (target.swiftSettings ?? []) + [.define("OBSERVATION_BRIDGE_EXPLORE")]
}

// One place for what holds in every Swift target.
let targetsInC: Set = ["CExploration", "CObservationRuntime", "CTestSupport", "CTestingRuntime"]
for target in package.targets where !targetsInC.contains(target.name) && target.type != .plugin {
  target.swiftSettings =
    (target.swiftSettings ?? []) + [
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
