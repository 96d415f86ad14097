/// The libraries of this package that sources can import. Each of them has one module, which has its name.
enum PackageProducts {
  /// The name of the package.
  static let package = "ObservationBridge"

  static let libraries: Set<String> = [
    "CombineObserver", "ObservationBridge", "ObservationBridgeTesting", "ObservationMigration", "ObservationModels",
    "ObservationTracking", "SwiftObserver",
  ]
}
