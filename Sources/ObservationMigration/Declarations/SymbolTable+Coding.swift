extension SymbolTable {
  /// The halves of `Codable` that the compiler synthesizes for a type.
  ///
  /// A subclass inheriting a half gets none of its own, even if it repeats the conformance.
  func synthesizedCoding(of id: TypeSymbol.ID) -> Set<CodingHalf> {
    var halves = declaredCoding(of: id)
    for superclass in superclasses[id] { halves.subtract(declaredCoding(of: superclass)) }
    return halves.subtracting(implementedCoding(of: id))
  }

  /// The handwritten halves: in a type, its superclasses, its protocols, and their extensions.
  func implementedCoding(of id: TypeSymbol.ID) -> Set<CodingHalf> {
    lineage(of: id).reduce(into: []) { halves, id in
      halves.formUnion(types[id].implementedCoding)
      for ancestor in protocols(of: id).declared { halves.formUnion(types[ancestor].implementedCoding) }
    }
  }

  /// The halves to which a type's own declarations conform, also through other protocols.
  private func declaredCoding(of id: TypeSymbol.ID) -> Set<CodingHalf> {
    protocols(of: id).external.reduce(into: []) { $0.formUnion(CodingHalf.halves(of: $1)) }
  }

  /// All protocols of a type without those of its superclass: protocols of the files, and the names of others.
  func protocols(of id: TypeSymbol.ID) -> (declared: Set<TypeSymbol.ID>, external: Set<String>) {
    var declared: Set<TypeSymbol.ID> = []
    var external: Set<String> = []
    var pending = types[id].inherited.map(\.resolved)
    while let next = pending.popLast() {
      switch next {
      case .external(let name): external.insert(name)
      case .composition(let parts): pending += parts
      case .type(let parent) where types[parent].kind == .protocol:
        if declared.insert(parent).inserted { pending += types[parent].inherited.map(\.resolved) }
      default: break
      }
    }
    return (declared, external)
  }

  /// The type whose coding keys `CodingKeys` means among the members of a type; nil if there are none.
  func ownerOfCodingKeys(for id: TypeSymbol.ID) -> TypeSymbol.ID? {
    lineage(of: id).first { declaresCodingKeys($0) || !synthesizedCoding(of: $0).isEmpty }
  }

  func declaresCodingKeys(_ id: TypeSymbol.ID) -> Bool {
    switch resolve(.named([types[id].name, "CodingKeys"]), in: types[id].scope) {
    case .type: true
    default: false
    }
  }
}
