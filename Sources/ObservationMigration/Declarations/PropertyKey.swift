/// A property of a type.
struct PropertyKey: Sendable, Hashable {
  let type: TypeSymbol.ID
  let name: String
}
