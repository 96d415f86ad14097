/// Which assignments of values that aren't really the same does a tracked property no longer announce?
///
/// `@Published` announced each assignment. The macro compares the values with `==`, or objects without `==` by identity.
extension Project {
  /// Whether bindings change parts of the object that a property stores, and nothing observes the object: the property's own
  /// bindings, or those of views that get a binding of the property.
  func bindingsChangeObject(in property: Member, of type: TypeSymbol.ID, _ object: TypeSymbol.ID) -> Bool {
    guard table.types[object].kind == .class, !table.isObservable(object, models) else { return false }
    if reach.bindsPart(property, of: type, table) { return true }
    guard reach.binds(property, of: type, table) else { return false }
    return table.types.contains { view in
      view.members.values.joined().contains { member in
        member.hasAttribute("Binding") && table.type(of: member, in: view.scope(of: member)) == .type(object)
          && reach.bindsPart(member, of: view.id, table)
      }
    }
  }

  /// What a comparison of two values ignores, though views can show it.
  struct Equality {
    /// The type whose handwritten `==` ignores it: that of the values, or of something that they contain.
    let type: TypeSymbol.ID
    let function: String
    /// The type, or its superclass, that declares the function.
    let declaringType: TypeSymbol.ID
    let ignored: [String]
  }

  /// The first handwritten `==` by which values of a type are compared and that ignores something; if the type is that of a
  /// property, something that the views that read the property may show.
  func incompleteEquality(of type: TypeSymbol.ID, assignedTo property: PropertyKey?) -> Equality? {
    let types = closure(of: [type], comparedTypes)
    for compared in [type] + types.subtracting([type]).sorted() {
      guard let equality = reach.equality[compared] else { continue }
      let ignored = propertiesLeftOutOfEquality(of: compared) { names, value in
        guard !names.isEmpty, reach.hasViews, let property else { return names }
        guard let showing = reach.showing(property, types.union([value])) else { return [] }
        return names.filter { showing.reads($0, of: value) }
      }
      guard !ignored.isEmpty else { continue }
      return Equality(
        type: compared,
        function: equality.function,
        declaringType: equality.declaringType,
        ignored: ignored
      )
    }
    return nil
  }

  /// The types that a synthesized `==` compares. If it compares an identity, only copies of one value can be equal, which
  /// differ in changed variables.
  private func comparedTypes(by type: TypeSymbol.ID) -> Set<TypeSymbol.ID> {
    let symbol = table.types[type]
    guard [.struct, .enum].contains(symbol.kind), symbol.members["=="] == nil,
      table.conforms(type, toAnyOf: ["Comparable", "Equatable", "Hashable"])
    else { return [] }
    let stored = symbol.members.keys.compactMap { symbol.storedProperty($0) }
    let isIdentity = stored.contains { identifies($0.name, instancesOf: type) }
    let values =
      stored.filter { !isIdentity || changesInCopies($0, of: type) }.map { table.type(of: $0, in: symbol.scope) }
      + symbol.associatedValues.map { table.resolve($0, in: symbol.scope) }
    return Set(values.compactMap { if case .type(let id) = $0.element { id } else { nil } })
  }

  /// The stored properties of a type that views can show and its `==` ignores, variables first; none if `==` isn't
  /// written by hand, or compares no stored property, like `===`. For an enumeration, those of its associated values that
  /// it compares by constants, such as an identifier.
  private func propertiesLeftOutOfEquality(
    of type: TypeSymbol.ID,
    shown: ([String], TypeSymbol.ID) -> [String]
  ) -> [String] {
    guard let equality = reach.equality[type] else { return [] }
    let compared = equality.names
    guard table.types[type].kind == .enum else { return shown(properties(of: type, leftOutOf: compared), type) }
    let payloads = equality.asksOthers ? [] : payloads(of: type, leftOutOf: compared)
    if !payloads.isEmpty { return shown(payloads, type) }
    let scope = table.types[type].scope
    let values = Set(table.types[type].associatedValues.flatMap { table.symbols(in: table.resolve($0, in: scope)) })
    return values.sorted().filter { value in
      compared.allSatisfy { table.types[value].storedProperty($0)?.isLet ?? true }
    }
    .flatMap { value in
      shown(properties(of: value, leftOutOf: compared), value).map { "\(table.types[value].name).\($0)" }
    }
  }

  /// The associated values of an enumeration's cases that `==` matches without these values.
  private func payloads(of type: TypeSymbol.ID, leftOutOf compared: Set<String>) -> [String] {
    table.types[type].members.values.joined().filter { member in
      member.isCase && member.payload.contains { if case .function = $0 { false } else { true } }
        && compared.contains(CodeUnit.match(of: member.name)) && !compared.contains(CodeUnit.payload(of: member.name))
    }
    .map { CodeUnit.payload(of: $0.name) }.sorted()
  }

  private func properties(of type: TypeSymbol.ID, leftOutOf compared: Set<String>) -> [String] {
    let stored = Set(
      table.lineage(of: type).flatMap { type in
        table.types[type].members.keys.filter { table.types[type].storedProperty($0) != nil }
      }
    )
    guard !compared.isDisjoint(with: stored) else { return [] }
    let isIdentity = compared.contains { identifies($0, instancesOf: type) }
    if isIdentity, table.types[type].kind == .class { return [] }
    let missing = stored.subtracting(compared).filter { name in
      table.members(name, of: type).contains { member, scope in
        // Nobody shows closures.
        if case .function = table.type(of: member, in: scope).element { return false }
        return reach.canShow(member, of: table.types[type]) && (!isIdentity || changesInCopies(member, of: type))
      }
    }
    .sorted()
    let variables = missing.filter { table.members($0, of: type).contains { !$0.member.isLet } }
    return variables + missing.filter { !variables.contains($0) }
  }

  /// Whether no two objects, or values other than copies of one, have the same value of a property: `let id = UUID()`, of a
  /// class also a variable that nothing changes, or one that each initializer sets. Decoding changes it.
  private func identifies(_ name: String, instancesOf type: TypeSymbol.ID) -> Bool {
    let symbol = table.types[type]
    let isDecoded = table.conforms(type, toAnyOf: ["Codable", "Decodable"])
    let members = table.members(name, of: type).map(\.member).filter { $0.isStored && !$0.isStatic }
    return !members.isEmpty
      && members.allSatisfy { member in
        if member.value == ExpressionPath(name: "UUID", [.call]) {
          return member.isLet || symbol.kind == .class && !isDecoded && !reach.changes(member, of: type, table)
        }
        return symbol.kind == .class && !isDecoded && symbol.isIdentifiedByInitializers(name)
          && table.subtypes[type] == nil && !reach.assigns(member, of: type, table)
      }
  }

  /// Whether two copies of one value may differ in a property.
  private func changesInCopies(_ member: Member, of type: TypeSymbol.ID) -> Bool {
    !member.isLet && reach.changesLater(member, of: type, table)
  }
}

extension TypeSymbol {
  /// Whether each initializer sets a property to a new identifier, and nothing else in the type sets the property.
  fileprivate func isIdentifiedByInitializers(_ name: String) -> Bool {
    guard storedProperty(name)?.value == nil, !initializers.isEmpty else { return false }
    return functions.values.allSatisfy { !$0.changes.contains { $0.property == name } }
      && initializers.allSatisfy { initializer in
        initializer.ownCalls.isEmpty ? initializer.identifiers.contains(name) : !initializer.changes.contains(name)
      }
  }
}
