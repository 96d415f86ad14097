/// Attributes of classes that are no macros which could add members: those of the language begin with a small letter.
enum KnownAttributes {
  static func contains(_ name: String) -> Bool {
    names.contains(name) || name.first?.isLowercase == true || name.first == "_" || name.hasSuffix("Actor")
  }

  private static let names: Set = [
    "GKInspectable", "IBDesignable", "NSApplicationMain", "Observable", "Suite", "UIApplicationMain",
  ]
}
