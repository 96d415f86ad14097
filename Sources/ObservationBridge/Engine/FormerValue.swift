/// A value from before a transaction that has computed another: where it comes to be equal to this again, nothing has changed for those
/// who have read this.
@usableFromInline
class FormerValue {
  /// That of the derived value.
  final let version: UInt32
  /// The number of the transaction.
  final var transaction: UInt
  /// Whether what has been computed last is equal to this.
  @usableFromInline final var isCurrent = false

  fileprivate init(_ version: UInt32, _ transaction: UInt) {
    self.version = version
    self.transaction = transaction
  }

  /// The value, of the type that the derived value has.
  @usableFromInline
  final func value<Value>() -> Value {
    // Made by the derived value itself.
    unsafe unsafeDowncast(self, to: FormerValueOf<Value>.self).value
  }
}

/// The value itself.
final class FormerValueOf<Value>: FormerValue {
  fileprivate let value: Value

  init(_ value: Value, version: UInt32, before transaction: UInt) {
    self.value = value
    super.init(version, transaction)
  }
}
