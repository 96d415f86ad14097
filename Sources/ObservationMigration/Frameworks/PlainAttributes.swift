/// Attributes with upper-case names that are no property wrappers.
enum PlainAttributes {
  static let names: Set = [
    "MainActor", "IBOutlet", "IBInspectable", "GKInspectable", "NSCopying", "NSManaged", "ObservationIgnored",
    "ObservationTracked", "Published",
  ]
}
