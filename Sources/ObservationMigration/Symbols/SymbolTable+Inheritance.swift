extension SymbolTable {
  /// Whether a type is, or inherits from, each of the others: superclasses, protocols and what these inherit from.
  func inherits(_ id: TypeSymbol.ID, fromAll others: [TypeSymbol.ID]) -> Bool {
    var missing = Set(others)
    var seen: Set<TypeSymbol.ID> = []
    var pending = [id]
    while let next = pending.popLast(), !missing.isEmpty {
      guard seen.insert(next).inserted else { continue }
      missing.remove(next)
      for inherited in types[next].inherited { pending += symbols(in: resolve(inherited.type, in: inherited.scope)) }
    }
    return missing.isEmpty
  }
}
