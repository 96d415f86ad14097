/// Whether two readings of a property have found the same value, of whatever type.
///
/// Values of a type without `==` are the same if they are the same bytes, and so refer to the same objects. Bytes between
/// those of a value may differ, so that it doesn't find all.
@usableFromInline
func areTheSame<Value>(_ first: Value, _ second: Value) -> Bool {
  if areKnownToBeEqual(first, second) { return true }
  if first is any Equatable { return false }
  // Only looked at, and not longer than this.
  return unsafe withUnsafeBytes(of: first) { first in
    unsafe withUnsafeBytes(of: second) { second in unsafe first.elementsEqual(second) }
  }
}
