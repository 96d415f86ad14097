/// Decides whether a new value is a change, as the standard library's macro does. For generated code only.
///
/// The compiler chooses the overload by the declared type of the property: equatable values are compared, objects are compared by identity,
/// and everything else counts as a change.
public enum _ObservationModelChange {
  /// For values that can't be compared.
  @inlinable
  @inline(__always)
  public static func isChange<Value>(_ old: Value, _ new: Value) -> Bool {
    true
  }

  /// For equatable values.
  @inlinable
  @inline(__always)
  public static func isChange<Value: Equatable>(_ old: Value, _ new: Value) -> Bool {
    old != new
  }

  /// For objects.
  @inlinable
  @inline(__always)
  public static func isChange<Value: AnyObject>(_ old: Value, _ new: Value) -> Bool {
    old !== new
  }

  /// For equatable objects.
  @inlinable
  @inline(__always)
  public static func isChange<Value: Equatable & AnyObject>(_ old: Value, _ new: Value) -> Bool {
    old != new
  }
}
