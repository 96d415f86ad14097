/// A product of this package that targets need because of a migration: their files didn't import it before.
public struct NeededProduct: Sendable, Hashable {
  /// The name of the product and its module.
  public let name: String
  /// The paths of the importing files, in the order of the report's files.
  public private(set) var files: [String]

  /// The products needed by files, in alphabetical order.
  static func all(in results: [FileResult]) -> [NeededProduct] {
    var files: [String: [String]] = [:]
    for result in results {
      for name in result.neededProducts { files[name, default: []].append(result.file.path) }
    }
    return files.sorted { $0.key < $1.key }.map { NeededProduct(name: $0, files: $1) }
  }

  /// The product for some of the files only; nil if none of them needs it.
  func limited(to isIncluded: (String) -> Bool) -> NeededProduct? {
    let files = files.filter(isIncluded)
    return files.isEmpty ? nil : NeededProduct(name: name, files: files)
  }

  private static let namedPlaces = 10

  /// The advice, in one sentence; `isWritten` says whether the files import the product already.
  func sentence(isWritten: Bool) -> String {
    let folders = files.grouped(inOrderOf: TargetFolder.path)
    let named = folders.prefix(Self.namedPlaces)
    // Single files come first: behind "2 files in Sources/App and" they would look like another folder.
    var places = named.filter { $0.elements.count == 1 }.map { $0.elements[0] }
    for (folder, files) in named where files.count > 1 {
      places.append("\(files.count) files in \(folder.isEmpty ? "the current folder" : folder)")
    }
    let others = folders.dropFirst(Self.namedPlaces).map(\.elements.count).reduce(0, +)
    if others > 0 { places.append(others.counted("other file")) }
    let now = files.count == 1 ? "imports it now" : "import it now"
    return """
      Add the product \(name) of the package \(PackageProducts.package) to each target of \(places.listed), \
      which \(isWritten ? now : "will import it").
      """
  }
}
