/// The bits of a model's properties.
@usableFromInline
enum ModelProperty {
  // Also in `GraphInterest`. These are for code that is inlined into other modules.
  @usableFromInline static var foreign: UInt64 { @inlinable get { 1 << 63 } }
  @usableFromInline static var willSet: UInt64 { @inlinable get { 1 << 62 } }

  /// The bit of a property with a known number.
  @inlinable
  @inline(__always)
  static func bit(_ number: Int) -> UInt64 {
    // The compiler knows the number, so it computes the whole expression.
    1 &<< UInt64(truncatingIfNeeded: number < 62 ? number : number % 62)
  }

  /// The bit of a property that is reported by key path only. The dynamic class decides: a subclass may use its
  /// superclass's registrar.
  static func bit<Subject>(of keyPath: PartialKeyPath<Subject>, in subject: Subject) -> UInt64 {
    bit(PropertyNumbers.number(of: keyPath, in: ObjectIdentifier(type(of: subject))))
  }
}
