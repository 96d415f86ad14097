/// Where a property stands among the bits of a model.
@usableFromInline
enum ModelProperty {
  // The same as `GraphInterest` has, for code of other modules.
  @usableFromInline static var others: UInt64 { @inlinable get { 1 << 63 } }
  @usableFromInline static var willSet: UInt64 { @inlinable get { 1 << 62 } }

  /// The place of a property whose number is known.
  @inlinable
  static func bit(_ number: Int) -> UInt64 {
    // A number known to the compiler, so all of this is.
    1 << UInt64(truncatingIfNeeded: number < 62 ? number : number % 62)
  }

  /// The place of a property whose number isn't known: equal key paths have one place.
  static func bit(of keyPath: AnyKeyPath) -> UInt64 {
    1 << (UInt64(truncatingIfNeeded: keyPath.hashValue) % UInt64(GraphInterest.propertyCount))
  }
}
