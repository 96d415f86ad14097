/// Whether two values are equal; false if they can't be compared.
@usableFromInline
func areKnownToBeEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  // The type decides first: an optional that is nil has no value to compare, but its type is equatable.
  if let type = Value.self as? any Equatable.Type { return areEqual(first, second, as: type) }
  guard let first = first as? any Equatable else { return false }
  return isEqual(first, to: second)
}

private func areEqual<Value, Compared: Equatable>(_ first: Value, _ second: Value, as type: Compared.Type) -> Bool {
  guard let first = first as? Compared, let second = second as? Compared else { return false }
  return first == second
}

private func isEqual<First: Equatable, Second>(_ first: First, to second: Second) -> Bool {
  second as? First == first
}
