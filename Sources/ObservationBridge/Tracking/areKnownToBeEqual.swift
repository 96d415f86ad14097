/// Whether two values are equal; false where they can't be compared.
@usableFromInline
func areKnownToBeEqual<Value>(_ first: Value, _ second: Value) -> Bool {
  guard let first = first as? any Equatable else { return false }
  return isEqual(first, to: second)
}

private func isEqual<First: Equatable, Second>(_ first: First, to second: Second) -> Bool {
  second as? First == first
}
