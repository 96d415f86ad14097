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
      return names.count == 1 && ValueTypes.equatableAndSendable.contains(names[0])
    default: return false
    }
  }

  private func isEquatable(_ id: TypeSymbol.ID) -> Bool {
    let symbol = types[id]
    // Without associated values it is, without saying so.
    if symbol.kind == .enum, !symbol.hasAssociatedValues { return true }
    let names = symbol.inherited.compactMap(\.type.lastName)
    return names.contains { ValueTypes.equatableSupertypes.contains($0) }
  }

  /// Whether the values of a property are known to be `Sendable`.
  func isSendable(_ member: Member, in scope: LookupScope) -> Bool {
    if let type = member.type { return isSendable(type, in: scope) }
    guard let value = member.value else { return false }
    if case .type(let type) = value.root, value.steps.isEmpty { return isSendable(type, in: scope) }
    guard case .type(let id) = resolve(value, in: scope) else { return false }
    return isSendable(id)
  }

  private func isSendable(_ type: TypeReference, in scope: LookupScope) -> Bool {
    switch type {
    case .collection(let element): return isSendable(element, in: scope)
    case .named(let names, _):
      if case .type(let id) = resolve(type, in: scope) { return isSendable(id) }
      return names.count == 1 && ValueTypes.equatableAndSendable.contains(names[0])
    default: return false
    }
  }

  /// Values of one's own module are, where all that they store is.
  private func isSendable(_ id: TypeSymbol.ID, depth: Int = 0) -> Bool {
    let symbol = types[id]
    if symbol.inherited.contains(where: { $0.type.lastName == "Sendable" }) || isOnMainActor(id) { return true }
    switch symbol.kind {
    case .enum: return !symbol.hasAssociatedValues
    case .struct:
      return depth < 8 && !symbol.isPublic
        && symbol.members.values.joined().allSatisfy { member in
          guard member.isStored, !member.isStatic, member.kind == .property else { return true }
          guard let type = member.type ?? writtenType(of: member) else { return false }
          if case .type(let inner) = resolve(type, in: symbol.scope) { return isSendable(inner, depth: depth + 1) }
          return isSendable(type, in: symbol.scope)
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
