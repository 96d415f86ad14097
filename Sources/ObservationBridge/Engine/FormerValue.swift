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

  /// Compares what has been computed; nil where that is an error.
  @usableFromInline
  final func compare<Value>(with new: Value?, by areEqual: (Value, Value) -> Bool) {
    versionOfEqual = nil
    guard let new else { return }
    var next: FormerValue? = self
    while let former = next {
      // Made by the derived value itself.
      let value = unsafe unsafeDowncast(former, to: FormerValueOf<Value>.self).value
      if areEqual(value, new) { return versionOfEqual = former.version }
      next = former.older
    }
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
