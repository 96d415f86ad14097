/// The products of this package that targets have before the migration, as the imports of their files show.
struct ImportedProducts: Sendable {
  private var byTargetFolder: [String: Set<String>] = [:]

  init(_ files: [SourceFile], _ surveys: [FileSurvey]) {
    for (file, survey) in zip(files, surveys) {
      let products = survey.imports.intersection(PackageProducts.libraries)
      if !products.isEmpty { byTargetFolder[TargetFolder.path(of: file.path), default: []].formUnion(products) }
    }
  }

  /// The products that a file imports and its target doesn't have yet, in alphabetical order.
  func needed(by file: SourceFile, importing modules: [String]) -> [String] {
    let products = PackageProducts.libraries.intersection(modules)
    return products.subtracting(byTargetFolder[TargetFolder.path(of: file.path), default: []]).sorted()
  }
}

/// The libraries of this package that sources can import. Each of them has one module, which has its name.
enum PackageProducts {
  /// The name of the package.
  static let package = "ObservationBridge"

  static let libraries: Set<String> = [
    "CombineObserver", "ObservationBridge", "ObservationBridgeTesting", "ObservationMigration", "ObservationModels",
    "ObservationTracking", "SwiftObserver",
  ]
}
