/// A change of one property: its value before and after.
public struct PropertyChange<Value> {
  /// The value that was delivered, or current, before this change.
  public let old: Value

  /// The value now.
  public let new: Value

  /// Creates a change.
  @inlinable
  public init(old: Value, new: Value) {
    self.old = old
    self.new = new
  }
}

extension PropertyChange: Sendable where Value: Sendable {}

extension PropertyChange: Equatable where Value: Equatable {}
