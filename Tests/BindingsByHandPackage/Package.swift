// swift-tools-version: 6.2
import PackageDescription

// What `../BindingsPackage` does, written by hand over `withObservationTracking`: what its build is compared with. Unlike
// that, it loses values that another thread sets while a binding runs, and binds anew with every call.
let package = Package(
  name: "BindingsByHand",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Library"),
    .target(name: "MainActorLibrary", dependencies: ["Library"], swiftSettings: [.defaultIsolation(MainActor.self)]),
    .target(name: "Swift5Library", swiftSettings: [.swiftLanguageMode(.v5)]),
    .executableTarget(name: "bindings", dependencies: ["Library", "MainActorLibrary", "Swift5Library"]),
  ],
  swiftLanguageModes: [.v6]
)
