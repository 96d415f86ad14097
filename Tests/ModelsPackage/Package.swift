// swift-tools-version: 6.2
import PackageDescription

// Uses models as any other package does: in a module of its own, in one that belongs to the main actor by default, and in one in
// Swift 5 mode.
let package = Package(
  name: "Models",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is given because the folder of a clone can have any.
    .package(name: "ObservationBridge", path: "../..")
  ],
  targets: [
    .target(name: "Library", dependencies: [models]),
    .target(
      name: "MainActorLibrary",
      dependencies: ["Library", models],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .target(name: "Swift5Library", dependencies: [models], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "models", dependencies: ["Library", "MainActorLibrary", "Swift5Library"]),
  ],
  swiftLanguageModes: [.v6]
)

var models: Target.Dependency {
  .product(name: "ObservationModels", package: "ObservationBridge")
}
