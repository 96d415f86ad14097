/// Where a property stands among the bits of a model.
@usableFromInline
enum ModelProperty {
  // `GraphInterest` has these bits, too. These are for code that is inlined into other modules.
  @usableFromInline static var foreign: UInt64 { @inlinable get { 1 << 63 } }
  @usableFromInline static var willSet: UInt64 { @inlinable get { 1 << 62 } }

  /// The place of a property whose number is known.
  @inlinable
  @inline(__always)
  static func bit(_ number: Int) -> UInt64 {
    // A number known to the compiler, so all of this is.
    1 &<< UInt64(truncatingIfNeeded: number < 62 ? number : number % 62)
  }

  /// The bit of a property that is reported by key path alone. Of its dynamic class: a subclass may use the registrar of its superclass.
  static func bit<Subject>(of keyPath: PartialKeyPath<Subject>, in subject: Subject) -> UInt64 {
    bit(PropertyNumbers.number(of: keyPath, in: ObjectIdentifier(type(of: subject))))
  }
}
