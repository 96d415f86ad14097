extension SymbolTable {
  /// The properties that functions change which announce a change: what such a function, or one of the type that it calls,
  /// changes.
  func findAnnouncedProperties() -> Set<PropertyKey> {
    var result: Set<PropertyKey> = []
    for type in types {
      let announcing = type.functions.filter(\.value.announces).keys
      var seen: Set<Callee> = []
      var pending = announcing.map { Callee(name: $0, type: type.id) }
      while let next = pending.popLast() {
        guard seen.insert(next).inserted, let (effects, owner) = effects(of: next.name, in: next.type) else { continue }
        for change in effects.changes {
          for name in change.property == PropertyChange.anyName ? Array(types[type.id].members.keys) : [change.property]
          {
            var change = change
            if name != change.property { change = PropertyChange(property: name) }
            if let key = stored(change, of: type.id), effect(of: change, on: key) != .none { result.insert(key) }
            // What observes it, or sets it.
            pending.append(Callee(name: name, type: type.id))
          }
        }
        pending += effects.calls.map { Callee(name: $0, type: type.id) }
        if let superclass = superclass(of: owner) {
          pending += effects.superCalls.map { Callee(name: $0, type: superclass) }
        }
      }
    }
    return result
  }

  private struct Callee: Hashable {
    let name: String
    let type: TypeSymbol.ID
  }

  /// The files that declare or extend a type with a function that announces a change, or what it inherits from: what their
  /// functions do matters.
  var filesWithEffects: [Int] {
    var meant: Set<TypeSymbol.ID> = []
    var pending = types.filter { $0.functions.values.contains(where: \.announces) }.map(\.id)
    while let next = pending.popLast() {
      guard meant.insert(next).inserted else { continue }
      pending += types[next].inherited.flatMap { symbols(in: resolve($0.type, in: $0.scope)) }
    }
    guard !meant.isEmpty else { return [] }
    return declarationOffsets.indices.filter { !meant.isDisjoint(with: declarationOffsets[$0].values) }
  }

  /// What a function does, and whose it is: the type's, or that of a superclass or a protocol.
  private func effects(of name: String, in id: TypeSymbol.ID, depth: Int = 0) -> (FunctionEffects, TypeSymbol.ID)? {
    if let effects = types[id].functions[name] { return (effects, id) }
    guard depth < 16 else { return nil }
    for inherited in types[id].inherited {
      for parent in symbols(in: resolve(inherited.type, in: inherited.scope)) where parent != id {
        if let found = effects(of: name, in: parent, depth: depth + 1) { return found }
      }
    }
    return nil
  }

  /// How sure it is that a change of a property, or of a part of it, changes what is stored in it.
  enum ChangeEffect {
    case certain
    case possible
    /// It changes an object, which the property only refers to.
    case none
  }

  /// The stored variable whose value is changed for sure, if the macro can track it.
  func tracked(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    guard let key = stored(change, of: id), effect(of: change, on: key) == .certain, !isLazy(key) else { return nil }
    return key
  }

  /// Whether a change is one of an object that a property refers to, which is no model of its own.
  func changesAnObject(_ change: PropertyChange, of id: TypeSymbol.ID, _ models: Models) -> Bool {
    guard change.method == nil, !change.steps.isEmpty, let (member, scope) = members(change.property, of: id).first,
      member.kind == .property
    else { return false }
    return (0..<change.steps.count).contains { count in
      let path = ExpressionPath(steps: Array(change.steps.prefix(count)), of: change.property)
      let type = count == 0 ? self.type(of: member, in: scope) : resolve(path, in: types[id].scope)
      guard case .type(let object) = type else { return false }
      return types[object].kind == .class && models[object] == nil
    }
  }

  func isLazy(_ key: PropertyKey) -> Bool {
    types[key.type].storedProperty(key.name)?.isLazy == true
  }

  /// The stored variable that a change is about.
  private func stored(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    guard let (member, scope) = members(change.property, of: id).first, let owner = scope.types.last,
      types[owner].kind == .class, member.kind == .property, member.isStored, !member.isStatic, !member.isLet,
      member.attributes.isEmpty || member.attributes == ["Published"]
    else { return nil }
    return PropertyKey(type: owner, name: change.property)
  }

  private func effect(of change: PropertyChange, on key: PropertyKey) -> ChangeEffect {
    guard let (member, scope) = members(change.property, of: key.type).first else { return .none }
    if change.steps.isEmpty, change.method == nil { return .certain }
    // All that lies between the property and what is changed has to be values.
    var effect = ChangeEffect.certain
    for count in 0...change.steps.count where count < change.steps.count || change.method != nil {
      let path = ExpressionPath(steps: Array(change.steps.prefix(count)), of: change.property)
      let type = count == 0 ? self.type(of: member, in: scope) : resolve(path, in: types[key.type].scope)
      switch value(type, member: count == 0 ? member : nil) {
      case true?: continue
      case false?: return .none
      case nil: effect = .possible
      }
    }
    guard effect == .certain, let method = change.method else { return effect }
    let path = ExpressionPath(steps: change.steps, of: change.property)
    let type = change.steps.isEmpty ? self.type(of: member, in: scope) : resolve(path, in: types[key.type].scope)
    if case .type = type { return method == "forEach" ? .possible : .certain }
    return MutatingMethods.names.contains(method) ? .certain : .possible
  }

  /// Whether a type is that of values; nil if nothing tells.
  private func value(_ type: ResolvedType, member: Member?) -> Bool? {
    switch type {
    case .collection: return true
    case .type(let id): return types[id].kind == .struct || types[id].kind == .enum
    case .external(let name): return ValueTypes.names.contains(name) ? true : nil
    // A literal of which the type is not known.
    default: return member.map { $0.type == nil && $0.value == nil } == true ? true : nil
    }
  }
}

extension ExpressionPath {
  fileprivate init(steps: [Step], of property: String) {
    self.init(name: nil, [.member(property)] + steps)
  }
}
