/// The properties of a type through which its functions may change objects, directly or through functions of the type.
struct TouchedProperties {
  /// By function, without functions of unknown effect.
  private var properties: [String: Set<String>] = [:]

  /// - Complexity: O(functions · properties + calls), at worst.
  init(of id: TypeSymbol.ID, _ table: SymbolTable) {
    let functions = table.types[id].functions
    func isProperty(_ change: PropertyChange) -> Bool {
      table.members(change.property, of: id).contains { $0.member.kind == .property }
    }
    let components = stronglyConnectedComponents(of: functions.keys.sorted()) { name in
      guard let effects = functions[name] else { return [] }
      return (effects.calls.union(effects.changes.map(\.property))).filter { functions[$0] != nil }
    }
    for component in components {
      var touched: Set<String> = []
      var isKnown = true
      for name in component {
        guard let effects = functions[name] else { continue }
        for change in effects.changes {
          if isProperty(change) {
            touched.insert(change.property)
          } else if change.property.first?.isUppercase != true, !change.onlyRunsClosure {
            isKnown = false
          }
        }
        let called = effects.calls.union(effects.changes.filter(isProperty).map(\.property))
        for other in called where !component.contains(other) {
          if functions[other] != nil {
            if let inner = properties[other] { touched.formUnion(inner) } else { isKnown = false }
          } else if effects.calls.contains(other) {
            isKnown = isKnown && (other.first?.isUppercase == true || Self.idleFunctions.contains(other))
          }
        }
      }
      guard isKnown else { continue }
      for name in component { properties[name] = touched }
    }
  }

  /// The properties that a function touches; nil if unknown.
  subscript(function: String) -> Set<String>? { properties[function].flatMap { $0.isEmpty ? nil : $0 } }

  private static let idleFunctions: Set = ["assert", "debugPrint", "max", "min", "precondition", "print"]
}

extension PropertyChange {
  /// Whether it's a call such as `rows.forEach { … }`, which changes what its closure changes.
  fileprivate var onlyRunsClosure: Bool {
    method.map { ClosureTakers.inPlace.contains($0) && !MutatingMethods.names.contains($0) } ?? false
  }
}
