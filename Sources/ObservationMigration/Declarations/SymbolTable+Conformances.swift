extension SymbolTable {
  /// Whether the values of a property are known to be `Equatable`.
  func isEquatable(_ member: Member, in scope: LookupScope) -> Bool {
    if let type = member.type { return isEquatable(type, in: scope) }
    guard let value = member.value else { return false }
    if case .type(let type) = value.root, value.steps.isEmpty { return isEquatable(type, in: scope) }
    guard case .type(let id) = resolve(value, in: scope) else { return false }
    return isEquatable(id)
  }

  private func isEquatable(_ type: TypeReference, in scope: LookupScope) -> Bool {
    switch type {
    case .collection(let element): return isEquatable(element, in: scope)
    case .named(let names, _):
      if case .type(let id) = resolve(type, in: scope) { return isEquatable(id) }
      return ValueTypes.areEquatableAndSendable(names)
    default: return false
    }
  }

  private func isEquatable(_ id: TypeSymbol.ID) -> Bool {
    // Without associated values an enumeration is, without saying so.
    types[id].kind == .enum && types[id].associatedValues.isEmpty
      || conforms(id, toAnyOf: ValueTypes.equatableSupertypes)
  }

  /// Whether a type conforms to one of the protocols of other modules, or inherits from such a class: be it through protocols of
  /// the files, or through its superclass.
  private func conforms(_ id: TypeSymbol.ID, toAnyOf names: Set<String>) -> Bool {
    ([id] + superclasses(of: id)).contains { !protocols(of: $0).external.isDisjoint(with: names) }
  }

  /// Whether the values of a property are known to be `Sendable`.
  func isSendable(_ member: Member, in scope: LookupScope) -> Bool {
    if let type = member.type { return isSendable(type, in: scope) }
    guard let value = member.value else { return false }
    if case .type(let type) = value.root, value.steps.isEmpty { return isSendable(type, in: scope) }
    guard case .type(let id) = resolve(value, in: scope) else { return false }
    return isSendable(id)
  }

  private func isSendable(_ type: TypeReference, in scope: LookupScope, depth: Int = 0) -> Bool {
    switch type {
    case .collection(let element): return isSendable(element, in: scope, depth: depth)
    case .named(let names, _):
      if case .type(let id) = resolve(type, in: scope) { return isSendable(id, depth: depth + 1) }
      return ValueTypes.areEquatableAndSendable(names)
    default: return false
    }
  }

  /// Values of one's own module are, where all that they store is.
  private func isSendable(_ id: TypeSymbol.ID, depth: Int = 0) -> Bool {
    let symbol = types[id]
    if isOnMainActor(id) || conforms(id, toAnyOf: ValueTypes.sendableSupertypes) { return true }
    guard depth < 8 else { return false }
    switch symbol.kind {
    case .actor: return true
    case .enum:
      return symbol.associatedValues.isEmpty
        || !symbol.isPublic
          && symbol.associatedValues.allSatisfy { isSendable($0, in: symbol.scope, depth: depth) }
    case .struct:
      return !symbol.isPublic
        && symbol.members.values.joined().allSatisfy { member in
          guard member.isStored, !member.isStatic, member.kind == .property else { return true }
          guard let type = writtenType(of: member) else { return false }
          return isSendable(type, in: symbol.scope, depth: depth)
        }
    default: return false
    }
  }

  /// How a property's type is written, where that is known.
  func writtenType(of member: Member) -> TypeReference? {
    if let type = member.type { return type }
    guard let value = member.value, case .type(let type) = value.root, value.steps.isEmpty else { return nil }
    return type
  }
}

extension SymbolTable {
  /// Whether something notices changes of an object.
  func isObservable(_ type: TypeSymbol.ID, _ models: Models) -> Bool {
    ([type] + superclasses(of: type)).contains { type in
      models[type] != nil || types[type].hasMacro
        || types[type].inherited.contains { $0.type.lastName == "Observable" }
        || types[type].attributes.contains { !KnownAttributes.contains($0) }
    }
  }
}
