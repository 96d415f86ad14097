extension SymbolTable {
  /// The properties of a type through which a function may change objects, directly or through functions of the type;
  /// nil if unknown.
  func propertiesTouched(by function: String, of id: TypeSymbol.ID) -> Set<String>? {
    let functions = types[id].functions
    func isProperty(_ change: PropertyChange) -> Bool {
      members(change.property, of: id).contains { $0.member.kind == .property }
    }
    let reached = closure(of: [function]) { name in
      guard let effects = functions[name] else { return Set<String>() }
      return effects.calls.union(effects.changes.filter(isProperty).map(\.property)).filter { functions[$0] != nil }
    }
    var touched: Set<String> = []
    for effects in reached.compactMap({ functions[$0] }) {
      for change in effects.changes {
        if isProperty(change) {
          touched.insert(change.property)
        } else if change.property.first?.isUppercase != true, !change.onlyRunsClosure {
          return nil
        }
      }
      let others = effects.calls.filter { functions[$0] == nil }
      guard others.allSatisfy({ $0.first?.isUppercase == true || idleFunctions.contains($0) }) else { return nil }
    }
    return touched.isEmpty ? nil : touched
  }
}

private let idleFunctions: Set = ["assert", "debugPrint", "max", "min", "precondition", "print"]

extension PropertyChange {
  /// Whether it's a call such as `rows.forEach { … }`, which changes what its closure changes.
  fileprivate var onlyRunsClosure: Bool {
    method.map { ClosureTakers.inPlace.contains($0) && !MutatingMethods.names.contains($0) } ?? false
  }
}
