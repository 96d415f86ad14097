/// Attributes of classes that are no macros which could add members: those of the language begin with a small letter.
enum KnownAttributes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || name.first?.isLowercase == true || name.first == "_" || name.hasSuffix("Actor")
  }

  /// Macros that make a class observable.
  static let ofObservables: Set = ["Model", "Observable", "ObservableModel"]

  private static let names = ofObservables.union([
    "GKInspectable", "IBDesignable", "NSApplicationMain", "Suite", "UIApplicationMain",
  ])
}
