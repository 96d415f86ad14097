// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that nothing else needs GTK.
let package = Package(
  name: "MonitorWindow",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "ObservationBridge", path: "../.."),
    .package(name: "ObservationBridgeExamples", path: ".."),
  ],
  targets: [
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
    .target(
      name: "MonitorWindow",
      dependencies: [
        "CGTK", .product(name: "MonitorModels", package: "ObservationBridgeExamples"),
        .product(name: "ObservationBridge", package: "ObservationBridge"),
        .product(name: "SwiftObserver", package: "ObservationBridge"),
      ]
    ),
    .executableTarget(name: "monitor-window", dependencies: ["MonitorWindow"]),
    .testTarget(
      name: "MonitorWindowTests",
      dependencies: [
        "CGTK", "MonitorWindow", "monitor-window",
        .product(name: "ObservationBridgeTesting", package: "ObservationBridge"),
      ]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Not with strict memory safety: nearly each line would be marked, since GTK's widgets are pointers.
for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  ]
}
