/// Types of the standard library and the frameworks whose instances are values.
enum ValueTypes {
  /// A change of a part of one changes the property that it's stored in.
  static let names: Set = [
    "Array", "AttributedString", "Bool", "CGFloat", "CGPoint", "CGRect", "CGSize", "Character", "Data", "Date",
    "DateComponents", "Decimal", "Dictionary", "Double", "Float", "IndexPath", "IndexSet", "Int", "Set", "String",
    "URL",
    "URLComponents", "UUID",
  ]

  /// Whether a type of another module, written with what it is nested in, is both `Equatable` and `Sendable`.
  static func areEquatableAndSendable(_ names: [String]) -> Bool {
    let name = names.joined(separator: ".")
    return equatableAndSendable.contains(name) || FrameworkValues.names.contains(name)
  }

  /// Those that are both `Equatable` and `Sendable`.
  static let equatableAndSendable: Set = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
    "CGFloat", "String", "Substring", "Character", "Date", "UUID", "URL", "Data", "Decimal", "TimeInterval", "Duration",
    "CGPoint", "CGSize", "CGRect", "Locale", "TimeZone", "IndexPath", "Color",
  ]

  /// Others that nothing can be drawn on, some of them objects.
  private static let others: Set = [
    "Any", "Error", "IndexingIterator", "Never", "Notification", "NSError", "Result", "Selector", "Timer", "URLRequest",
    "URLResponse", "Void",
  ]

  /// Whether nothing can be drawn on what has that type.
  static func isKnown(_ name: String) -> Bool {
    names.contains(name) || equatableAndSendable.contains(name) || others.contains(name)
  }

  /// Protocols, and the class, that make what conforms or inherits `Equatable`.
  static let equatableSupertypes: Set = ["Equatable", "Hashable", "Comparable", "OptionSet", "NSObject"]

  /// Protocols that make what conforms `Sendable`.
  static let sendableSupertypes: Set = ["Sendable", "Error", "LocalizedError", "CustomNSError", "CodingKey"]
}
