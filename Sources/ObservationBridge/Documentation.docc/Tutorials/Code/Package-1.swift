// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Diner",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/ObservationBridge/ObservationBridge", branch: "main")
  ],
  targets: [
    .executableTarget(
      name: "Diner",
      dependencies: [.product(name: "ObservationBridge", package: "ObservationBridge")]
    ),
    .testTarget(
      name: "DinerTests",
      dependencies: ["Diner", .product(name: "ObservationBridge", package: "ObservationBridge")]
    ),
  ]
)
