// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "ObservationBridgeExamples",
  platforms: [.macOS(.v15)],
  products: [
    // For the window, which is a package of its own.
    .library(name: "MonitorModels", targets: ["MonitorModels"]),
    .executable(name: "bee-meadow", targets: ["bee-meadow"]),
    .executable(name: "parallel-checksums", targets: ["parallel-checksums"]),
    .executable(name: "price-server", targets: ["price-server"]),
    .executable(name: "system-monitor", targets: ["system-monitor"]),
  ],
  dependencies: [
    // The name is given because the folder of a clone can have any.
    .package(name: "ObservationBridge", path: "..")
  ],
  targets: [
    .executableTarget(name: "bee-meadow", dependencies: ["BeeMeadow"], path: "BeeMeadow/Tool"),
    .target(
      name: "BeeMeadow",
      dependencies: ["CAllocations", .product(name: "ObservationModels", package: "ObservationBridge")],
      path: "BeeMeadow/Sources"
    ),
    // Counts allocations.
    .target(name: "CAllocations", path: "BeeMeadow/CAllocations"),
    .testTarget(
      name: "BeeMeadowTests",
      dependencies: ["BeeMeadow", "TerminalPicture", "bee-meadow"],
      path: "BeeMeadow/Tests"
    ),
    .executableTarget(
      name: "parallel-checksums",
      dependencies: ["ParallelChecksums"],
      path: "ParallelChecksums/Tool"
    ),
    .target(
      name: "ParallelChecksums",
      dependencies: [.product(name: "ObservationModels", package: "ObservationBridge")],
      path: "ParallelChecksums/Sources"
    ),
    .testTarget(
      name: "ParallelChecksumsTests",
      // The built tool is run too.
      dependencies: [
        "ParallelChecksums", "TerminalPicture", "parallel-checksums",
        .product(name: "ObservationBridgeTesting", package: "ObservationBridge"),
      ],
      path: "ParallelChecksums/Tests"
    ),
    .testTarget(
      name: "MigrationTests",
      // The tool is run, and the app after its migration is type-checked with the module.
      dependencies: [
        .product(name: "ObservationBridge", package: "ObservationBridge"),
        .product(name: "observation-migrate", package: "ObservationBridge"),
      ],
      path: "Migration/Tests"
    ),
    // Compares the READMEs with the sources.
    .testTarget(name: "OverviewTests"),
    .executableTarget(name: "price-server", dependencies: ["PriceServer"], path: "PriceServer/Tool"),
    .target(
      name: "PriceServer",
      dependencies: [.product(name: "ObservationModels", package: "ObservationBridge")],
      path: "PriceServer/Sources"
    ),
    .testTarget(
      name: "PriceServerTests",
      dependencies: [
        "PriceServer", "price-server", .product(name: "ObservationBridgeTesting", package: "ObservationBridge"),
      ],
      path: "PriceServer/Tests"
    ),
    .executableTarget(name: "system-monitor", dependencies: ["SystemMonitor"]),
    .target(name: "MonitorModels"),
    .target(
      name: "SystemMonitor",
      dependencies: ["MonitorModels", .product(name: "ObservationBridge", package: "ObservationBridge")]
    ),
    // Programs in a terminal of their own, and pictures of what they show: for the tests, and for README.
    .target(name: "TerminalPicture"),
    .executableTarget(name: "terminal-picture", dependencies: ["TerminalPicture"]),
    .testTarget(
      name: "SystemMonitorTests",
      // The built tool is run too.
      dependencies: [
        "MonitorModels", "SystemMonitor", "TerminalPicture", "system-monitor", "terminal-picture",
        .product(name: "ObservationBridgeTesting", package: "ObservationBridge"),
      ],
      exclude: ["Fixtures"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// Apple's frameworks for user interfaces, where there are none: the screens are compiled with stand-ins, and tested with them.
#if os(Linux)
  let standIns: [Target.Dependency] = ["AppKit", "UIKit"]
  package.targets += ["AppKit", "UIKit"].map { .target(name: $0, path: "Screens/StandIns/\($0)") }
#else
  let standIns: [Target.Dependency] = []
#endif
package.targets += [
  .target(
    name: "Screens",
    dependencies: standIns + [
      .product(name: "ObservationModels", package: "ObservationBridge"),
      .product(name: "ObservationTracking", package: "ObservationBridge"),
    ],
    path: "Screens/Sources"
  ),
  .testTarget(
    name: "ScreensTests",
    dependencies: standIns + ["Screens"],
    path: "Screens/Tests",
    // Swift Testing has parts for Apple's frameworks, which it looks for wherever modules of these names are imported.
    swiftSettings: [
      .unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"], .when(platforms: [.linux]))
    ]
  ),
]

// One place for what holds in every target.
for target in package.targets where target.name != "CAllocations" {
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
