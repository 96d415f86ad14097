/// Objects of Core Data, which tell views of their changes themselves.
enum ManagedObjects {
  static let superclass = "NSManagedObject"
  /// Wrappers by which views follow them.
  static let wrappers: Set = ["FetchRequest", "ObservedObject", "SectionedFetchRequest"]
}
