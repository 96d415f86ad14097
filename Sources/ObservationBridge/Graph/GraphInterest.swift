/// The bits of ``GraphNode/interest`` that are no properties.
enum GraphInterest {
  /// How many properties have a bit of their own; those beyond share them.
  static let propertyCount = 62
  static let properties: UInt64 = 1 << UInt64(propertyCount) - 1
  /// Somebody has to be notified before a change.
  static let willSet: UInt64 = 1 << 62
  /// The standard library's registrar has to be notified, too.
  static let foreign: UInt64 = 1 << 63
}
