// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "ObservationBridge", path: "..")],
  targets: [
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "BenchmarkReport",
        "CMeasuring",
        .product(name: "ObservationBridge", package: "ObservationBridge"),
        .product(name: "ObservationModels", package: "ObservationBridge"),
        .product(name: "ObservationTracking", package: "ObservationBridge"),
        .product(name: "SwiftObserver", package: "ObservationBridge"),
      ] + migration,
      swiftSettings: trackingBackendSettings
    ),
    .target(name: "BenchmarkReport"),
    .testTarget(name: "BenchmarkReportTests", dependencies: ["BenchmarkReport"]),
    .testTarget(
      name: "AllocationTests",
      dependencies: [
        "CMeasuring",
        .product(name: "ObservationBridge", package: "ObservationBridge"),
        .product(name: "ObservationModels", package: "ObservationBridge"),
      ],
      swiftSettings: trackingBackendSettings
    ),
    .target(name: "CMeasuring"),
  ],
  swiftLanguageModes: [.v6]
)

/// The tool that the rows of the migration measure. The library's own manifest leaves it out under the same condition.
var migration: [Target.Dependency] {
  Context.environment["OBSERVATION_BRIDGE_TESTS"] == "runtime"
    ? [] : [.product(name: "observation-migrate", package: "ObservationBridge")]
}

/// Mirrors the choice in the library's own manifest, which also decides the rivals that can be compiled.
var trackingBackendSettings: [SwiftSetting] {
  #if compiler(>=6.3) && compiler(<6.4)
    let exact = [SwiftSetting.define("EXACT_TRACKING", .when(platforms: [.linux]))]
  #else
    let exact: [SwiftSetting] = []
  #endif
  switch Context.environment["OBSERVATION_BRIDGE_BACKEND"] {
  case nil, "", "exact": return exact
  case "standard", "public": return []
  case let other?:
    fatalError(
      "OBSERVATION_BRIDGE_BACKEND is \"\(other)\": write \"exact\", \"standard\" or \"public\", or leave it unset."
    )
  }
}

for target in package.targets where target.name != "CMeasuring" {
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
