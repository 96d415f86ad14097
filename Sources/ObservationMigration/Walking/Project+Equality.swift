extension Project {
  /// The stored properties of a type that views can show and its `==` does not look at, variables first; none where that is
  /// not written by hand, or compares nothing that is stored, as `===` does.
  func propertiesLeftOutOfEquality(of type: TypeSymbol.ID) -> [String] {
    guard let compared = ([type] + table.superclasses(of: type)).lazy.compactMap({ reach.equality[$0] }).first else {
      return []
    }
    let stored = Set(
      ([type] + table.superclasses(of: type)).flatMap { type in
        table.types[type].members.keys.filter { table.types[type].storedProperty($0) != nil }
      }
    )
    guard !compared.isDisjoint(with: stored) else { return [] }
    let missing = stored.subtracting(compared).filter { name in
      table.members(name, of: type).contains { member, scope in
        if case .function = table.type(of: member, in: scope) { return false }
        let shown = member.access == .type ? reach.showing[type] : reach.shown
        return shown?.names.contains(name) == true
      }
    }
    .sorted()
    let variables = missing.filter { table.members($0, of: type).contains { !$0.member.isLet } }
    return variables + missing.filter { !variables.contains($0) }
  }
}
