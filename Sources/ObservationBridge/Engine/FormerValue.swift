/// A value from before a transaction that has computed another: where it comes to be equal to this again, nothing has changed for those
/// who have read this.
@usableFromInline
class FormerValue {
  /// That of the derived value.
  final let version: UInt32
  /// The number of the transaction.
  final var transaction: UInt
  /// The value from before an earlier transaction, if it hasn't been computed between the two: some have read that one, and others this.
  final var older: FormerValue?
  /// The version of what has been computed last, if that is equal to one of these.
  final private(set) var versionOfEqual: UInt32?

  fileprivate init(_ version: UInt32, _ transaction: UInt) {
    self.version = version
    self.transaction = transaction
  }

  /// What has been computed is equal to none of these.
  @usableFromInline
  final func noneIsEqual() {
    versionOfEqual = nil
  }

  /// Returns the one that is equal to what has been computed, if there is one.
  @usableFromInline
  final func value<Value>(equalTo new: Value, by areEqual: (Value, Value) -> Bool) -> Value? {
    noneIsEqual()
    var next: FormerValue? = self
    while let former = next {
      // Made by the derived value itself.
      let value = unsafe unsafeDowncast(former, to: FormerValueOf<Value>.self).value
      if compare(value, new, by: areEqual) {
        versionOfEqual = former.version
        return value
      }
      next = former.older
    }
    return nil
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

/// Whether a value makes no difference to another, where nobody else says what does. Nobody depends on what the comparison reads.
@inlinable
@inline(__always)
func compare<Value>(_ one: Value, _ other: Value, by areEqual: (Value, Value) -> Bool) -> Bool {
  // What is made of bits alone reads nothing that could change.
  _isPOD(Value.self) ? areEqual(one, other) : withoutObservation { areEqual(one, other) }
}
