extension SymbolTable {
  /// The superclass of a class, if the files declare it.
  func superclass(of id: TypeSymbol.ID) -> TypeSymbol.ID? {
    types[id].inherited.lazy.flatMap { symbols(in: $0.resolved) }
      .first { types[$0].kind == .class && $0 != id }
  }

  /// Whether a class has a superclass, here or in a framework.
  func hasSuperclass(_ id: TypeSymbol.ID) -> Bool {
    superclass(of: id) != nil
      || foreignSupertypes(of: id).contains { $0 == "NSObject" || MainActorClasses.names.contains($0) }
  }

  func lineage(of id: TypeSymbol.ID) -> [TypeSymbol.ID] { [id] + superclasses(of: id) }

  func superclasses(of id: TypeSymbol.ID) -> [TypeSymbol.ID] {
    var result: [TypeSymbol.ID] = []
    var current = id
    while let next = superclass(of: current), next != id, !result.contains(next) {
      result.append(next)
      current = next
    }
    return result
  }

  func isView(_ id: TypeSymbol.ID) -> Bool { isStructure(id, conformingTo: "View") }

  func isViewModifier(_ id: TypeSymbol.ID) -> Bool { isStructure(id, conformingTo: "ViewModifier") }

  private func isStructure(_ id: TypeSymbol.ID, conformingTo name: String) -> Bool {
    types[id].kind == .struct && supertypes[id].contains { foreignSupertypes(of: $0).contains(name) }
  }

  /// Whether two types are equal, or one is a superclass of the other.
  func areRelated(_ one: TypeSymbol.ID, _ other: TypeSymbol.ID) -> Bool {
    one == other || superclasses(of: one).contains(other) || superclasses(of: other).contains(one)
  }

  /// Whether a type equals or inherits from each of the others: superclasses, protocols and their supertypes.
  func inherits(_ id: TypeSymbol.ID, fromAll others: [TypeSymbol.ID]) -> Bool {
    others.allSatisfy(supertypes[id].contains)
  }

  /// The classes and protocols of other modules that a type inherits from directly.
  func foreignSupertypes(of id: TypeSymbol.ID) -> [String] {
    types[id].inherited.compactMap { inherited in
      guard case .external(let name) = inherited.resolved else { return nil }
      return name
    }
  }

  /// The first name in a class's list, if it may be an unknown superclass.
  func unknownSuperclass(of id: TypeSymbol.ID) -> String? {
    let symbol = types[id]
    guard symbol.kind == .class, let first = symbol.inherited.first, !first.isInExtension,
      case .external(let name) = first.resolved
    else { return nil }
    let lastName = first.type.lastName ?? name
    return KnownSupertypes.contains(lastName) || plainSuperclasses.contains(lastName) ? nil : name
  }
}
