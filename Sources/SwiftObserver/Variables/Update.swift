/// The message that a value has changed, with the values before and after.
public struct Update<Value> {
  /// The value before.
  public let old: Value

  /// The value after.
  public let new: Value

  /// Creates an update.
  @inlinable
  public init(_ old: Value, _ new: Value) {
    self.old = old
    self.new = new
  }

  /// Creates an update from nil to nil.
  @inlinable
  public init<Wrapped>() where Value == Wrapped? {
    self.init(nil, nil)
  }
}

extension Update: Equatable where Value: Equatable {
  /// Whether the values differ.
  @inlinable
  public var isChange: Bool { old != new }
}

extension Update: Sendable where Value: Sendable {}
