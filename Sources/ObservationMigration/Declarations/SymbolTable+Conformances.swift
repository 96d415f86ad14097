extension SymbolTable {
  private enum Capability {
    case equatable, sendable
  }

  func isEquatable(_ member: Member, in scope: LookupScope) -> Bool { has(.equatable, member, in: scope) }

  func isSendable(_ member: Member, in scope: LookupScope) -> Bool { has(.sendable, member, in: scope) }

  private func has(_ capability: Capability, _ member: Member, in scope: LookupScope) -> Bool {
    if let type = writtenType(of: member) { return has(capability, type, in: scope) }
    guard let value = member.value, case .type(let id) = resolve(value, in: scope) else { return false }
    return has(capability, id)
  }

  private func has(_ capability: Capability, _ type: TypeReference, in scope: LookupScope, depth: Int = 0) -> Bool {
    switch type {
    case .collection(let element): return has(capability, element, in: scope, depth: depth)
    case .named(let names, _):
      if case .type(let id) = resolve(type, in: scope) { return has(capability, id, depth: depth + 1) }
      return ValueTypes.areEquatableAndSendable(names)
    default: return false
    }
  }

  private func has(_ capability: Capability, _ id: TypeSymbol.ID, depth: Int = 0) -> Bool {
    switch capability {
    // An enumeration without associated values is `Equatable` implicitly.
    case .equatable:
      types[id].kind == .enum && types[id].associatedValues.isEmpty
        || conforms(id, toAnyOf: ValueTypes.equatableSupertypes)
    case .sendable: isSendable(id, depth: depth)
    }
  }

  /// Whether a type conforms to one of other modules' protocols, or inherits from such a class, also through protocols
  /// of the files or through its superclass.
  func conforms(_ id: TypeSymbol.ID, toAnyOf names: Set<String>) -> Bool {
    lineage(of: id).contains { !protocols(of: $0).external.isDisjoint(with: names) }
  }

  /// Internal values are `Sendable` if all stored values are.
  private func isSendable(_ id: TypeSymbol.ID, depth: Int) -> Bool {
    let symbol = types[id]
    if isOnMainActor(id) || conforms(id, toAnyOf: ValueTypes.sendableSupertypes) { return true }
    guard depth < 8 else { return false }
    switch symbol.kind {
    case .actor: return true
    case .enum:
      return symbol.associatedValues.isEmpty
        || !symbol.isPublic
          && symbol.associatedValues.allSatisfy { has(.sendable, $0, in: symbol.scope, depth: depth) }
    case .struct:
      return !symbol.isPublic
        && symbol.members.values.joined().allSatisfy { member in
          guard member.isStored, !member.isStatic, member.kind == .property else { return true }
          guard let type = writtenType(of: member) else { return false }
          return has(.sendable, type, in: symbol.scope, depth: depth)
        }
    default: return false
    }
  }

  func writtenType(of member: Member) -> TypeReference? {
    if let type = member.type { return type }
    guard let value = member.value, case .type(let type) = value.root, value.steps.isEmpty else { return nil }
    return type
  }

  func isObservable(_ type: TypeSymbol.ID, _ models: Models) -> Bool {
    lineage(of: type).contains { type in
      models[type] != nil || types[type].hasMacro
        || types[type].inherited.contains { $0.type.lastName == "Observable" }
        || types[type].attributes.contains { !KnownAttributes.contains($0) }
    }
  }
}
