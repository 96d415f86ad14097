/// A change to one property: its value before and after.
public struct PropertyChange<Value> {
  /// The value before this change: the last value that was delivered or current.
  public let old: Value

  /// The current value.
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
