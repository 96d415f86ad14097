// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ObservationBridgeExamples",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "system-monitor", targets: ["system-monitor"])
  ],
  dependencies: [
    // The name is given because the folder of a clone can have any.
    .package(name: "ObservationBridge", path: "..")
  ],
  targets: [
    .executableTarget(name: "system-monitor", dependencies: ["SystemMonitor"]),
    .target(
      name: "SystemMonitor",
      dependencies: [.product(name: "ObservationBridge", package: "ObservationBridge")]
    ),
    // Programs in a terminal of their own, and pictures of what they show: for the tests, and for README.
    .target(name: "TerminalPicture"),
    .executableTarget(name: "terminal-picture", dependencies: ["TerminalPicture"]),
    .testTarget(
      name: "SystemMonitorTests",
      // The built tool is run too.
      dependencies: ["SystemMonitor", "TerminalPicture", "system-monitor"],
      exclude: ["Fixtures"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// One place for what holds in every target.
for target in package.targets {
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
