/// The bits of ``GraphNode/interest``: properties, and two flags.
@usableFromInline
enum GraphInterest {
  /// The number of properties with a bit of their own. Further properties share these bits.
  @inlinable static var propertyCount: Int { 62 }
  static let properties: UInt64 = 1 << UInt64(propertyCount) - 1
  /// An observer has to be notified before changes.
  @inlinable static var willSet: UInt64 { 1 << 62 }
  /// The standard library's registrar has to be notified, too.
  @inlinable static var foreign: UInt64 { 1 << 63 }

  @inlinable
  @inline(__always)
  static func bit(_ number: Int) -> UInt64 {
    // In generated code the compiler knows the number, so it computes the whole expression.
    1 &<< UInt64(truncatingIfNeeded: number < propertyCount ? number : number % propertyCount)
  }
}
