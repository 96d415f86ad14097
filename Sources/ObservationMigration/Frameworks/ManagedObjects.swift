/// Objects of Core Data, which report their changes to views themselves.
enum ManagedObjects {
  static let superclass = "NSManagedObject"
  /// By which a view follows one of them.
  static let wrapper = "ObservedObject"
  /// By which it follows all that a request finds.
  static let fetchingWrappers: Set = ["FetchRequest", "SectionedFetchRequest"]
}
