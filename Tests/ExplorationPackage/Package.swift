// swift-tools-version: 6.2
import PackageDescription

// The engine's sources, compiled with points at which schedules are chosen, and the program that tries all schedules of its scenarios.
// See `Documentation/ExploringSchedules.md`. The links in `Engine` lead to the sources: a target's folder has to be in its package.
let package = Package(
  name: "Exploration",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "CObservationRuntime", path: "Engine/CObservationRuntime"),
    .target(name: "StandardObservation", dependencies: ["CObservationRuntime"], path: "Engine/StandardObservation"),
    .target(
      name: "ObservationBridge",
      dependencies: ["CObservationRuntime", "StandardObservation"],
      path: "Engine/ObservationBridge"
    ),
    .target(name: "CExploration", dependencies: ["CObservationRuntime"]),
    // Optimized in debug builds, too: it looks at each step of many thousands of runs.
    .target(name: "Exploration", swiftSettings: [.unsafeFlags(["-O"])]),
    .executableTarget(
      name: "explore",
      dependencies: ["CExploration", "CObservationRuntime", "Exploration", "ObservationBridge"]
    ),
    .testTarget(name: "ExplorationTests", dependencies: ["Exploration", "explore"]),
  ],
  swiftLanguageModes: [.v6]
)

/// `OBSERVATION_BRIDGE_BACKEND` chooses between the backends that scenarios are written for: `exact`, or `standard` over a stand-in.
let backend: [SwiftSetting]
switch Context.environment["OBSERVATION_BRIDGE_BACKEND"] {
case nil, "", "exact": backend = [.define("EXACT_TRACKING", .when(platforms: [.linux]))]
case "standard": backend = [.define("STANDARD_TRACKING"), .define("STANDARD_TRACKING_STAND_IN")]
case "public": backend = []
case let other?: fatalError("OBSERVATION_BRIDGE_BACKEND is \"\(other)\": write \"exact\", \"standard\" or \"public\".")
}

for target in package.targets {
  let isInC = target.name == "CExploration" || target.name == "CObservationRuntime"
  target.cSettings = [.define("OBSERVATION_BRIDGE_EXPLORE"), .define("OBSERVATION_BRIDGE_TESTING")]
  guard !isInC else { continue }
  target.swiftSettings =
    (target.swiftSettings ?? []) + backend + [
      .define("OBSERVATION_BRIDGE_EXPLORE"),
      .define("OBSERVATION_BRIDGE_TESTING"),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InferIsolatedConformances"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
      .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
