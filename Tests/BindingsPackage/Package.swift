// swift-tools-version: 6.2
import PackageDescription

// Uses the macros as any other package does: in a module of its own, in one that belongs to the main actor by default, and
// in one in Swift 5 mode. `../BindingsByHandPackage` is the same without them.
let package = Package(
  name: "Bindings",
  platforms: [.macOS(.v15)],
  dependencies: [
    // The name is given because the folder of a clone can have any.
    .package(name: "ObservationBridge", path: "../..")
  ],
  targets: [
    .target(name: "Library", dependencies: [tracking]),
    .target(
      name: "MainActorLibrary",
      dependencies: ["Library", tracking],
      swiftSettings: [.defaultIsolation(MainActor.self)]
    ),
    .target(name: "Swift5Library", dependencies: [tracking], swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "bindings", dependencies: ["Library", "MainActorLibrary", "Swift5Library"]),
  ],
  swiftLanguageModes: [.v6]
)

var tracking: Target.Dependency {
  .product(name: "ObservationTracking", package: "ObservationBridge")
}
