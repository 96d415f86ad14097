// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ObservationBridge",
  platforms: [
    .iOS(.v18), .macCatalyst(.v18), .macOS(.v15), .tvOS(.v18), .visionOS(.v2), .watchOS(.v11),
  ],
  products: [
    .library(name: "ObservationBridge", targets: ["ObservationBridge"]),
    .library(name: "ObservationBridgeTesting", targets: ["ObservationBridgeTesting"]),
  ],
  targets: [
    .target(
      name: "ObservationBridge",
      dependencies: ["CObservationRuntime"],
      swiftSettings: trackingBackendSettings
    ),
    .target(name: "CObservationRuntime"),
    .target(name: "ObservationBridgeTesting", dependencies: ["ObservationBridge", "CTimelineRuntime"]),
    .target(name: "CTimelineRuntime"),
    .testTarget(
      name: "ObservationBridgeTests",
      dependencies: ["ObservationBridge", "ObservationBridgeTesting"],
      swiftSettings: trackingBackendSettings
    ),
    .testTarget(
      name: "ObservationBridgeTestingTests",
      dependencies: ["ObservationBridgeTesting"]
    ),
    .testTarget(
      name: "MainActorByDefaultTests",
      dependencies: ["ObservationBridge"],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
  ],
  swiftLanguageModes: [.v6]
)

/// `OBSERVATION_BRIDGE_BACKEND=public` builds with the portable tracking backend everywhere, as Apple systems do.
var trackingBackendSettings: [SwiftSetting] {
  #if compiler(>=6.3) && compiler(<6.4)
    // The toolchains that the exact backend was verified on.
    let exact = [SwiftSetting.define("EXACT_TRACKING", .when(platforms: [.linux]))]
  #else
    let exact: [SwiftSetting] = []
  #endif
  switch Context.environment["OBSERVATION_BRIDGE_BACKEND"] {
  case nil, "", "exact": return exact
  case "public": return []
  case let other?:
    fatalError("OBSERVATION_BRIDGE_BACKEND is \"\(other)\": write \"exact\" or \"public\", or leave it unset.")
  }
}

// One place for what holds in every Swift target.
let targetsInC: Set = ["CObservationRuntime", "CTimelineRuntime"]
for target in package.targets where !targetsInC.contains(target.name) {
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
