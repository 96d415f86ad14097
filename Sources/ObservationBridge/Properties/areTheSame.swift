/// Whether two readings of a property have found the same value, of whatever type.
///
/// Values of a type without `==` are the same if their bytes are the same, and so refer to the same objects. Padding
/// bytes may differ, so two equal values may count as different.
@usableFromInline
func areTheSame<Value>(_ first: Value, _ second: Value) -> Bool {
  if areKnownToBeEqual(first, second) { return true }
  if first is any Equatable { return false }
  // The bytes are only compared, and the pointers don't escape.
  return unsafe withUnsafeBytes(of: first) { first in
    unsafe withUnsafeBytes(of: second) { second in unsafe first.elementsEqual(second) }
  }
}
