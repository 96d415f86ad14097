/// The bits of ``GraphNode/interest``: properties, and two flags.
enum GraphInterest {
  /// The number of properties with a bit of their own. Further properties share these bits.
  static let propertyCount = 62
  static let properties: UInt64 = 1 << UInt64(propertyCount) - 1
  /// An observer has to be notified before changes.
  static let willSet: UInt64 = 1 << 62
  /// The standard library's registrar has to be notified, too.
  static let foreign: UInt64 = 1 << 63
}
