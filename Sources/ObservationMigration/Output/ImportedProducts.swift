/// The products of this package imported by targets before the migration.
struct ImportedProducts: Sendable {
  private var byTargetFolder: [String: Set<String>] = [:]

  init(_ files: [SourceFile], _ surveys: [FileSurvey]) {
    for (file, survey) in zip(files, surveys) {
      let products = survey.imports.intersection(PackageProducts.libraries)
      if !products.isEmpty { byTargetFolder[TargetFolder.path(of: file.path), default: []].formUnion(products) }
    }
  }

  /// The products that a file imports and its target didn't, in alphabetical order.
  func needed(by file: SourceFile, importing modules: [String]) -> [String] {
    let products = PackageProducts.libraries.intersection(modules)
    return products.subtracting(byTargetFolder[TargetFolder.path(of: file.path), default: []]).sorted()
  }
}

/// The importable libraries of this package. Each has one module of the same name.
enum PackageProducts {
  static let package = "ObservationBridge"

  static let libraries: Set<String> = [
    "CombineObserver", "ObservationBridge", "ObservationBridgeTesting", "ObservationMigration", "ObservationModels",
    "ObservationTracking", "SwiftObserver",
  ]
}
