extension SymbolTable {
  /// The properties that functions change which announce a change: what such a function, or one that it calls, changes in its
  /// object or in one that the object has. Where nothing tells what is announced, it may be any property of the type.
  ///
  /// - Returns: All of them, and those that are only guessed.
  func findAnnouncedProperties() -> (all: Set<PropertyKey>, guessed: Set<PropertyKey>) {
    var (result, guessed): (Set<PropertyKey>, Set<PropertyKey>) = ([], [])
    for type in types {
      let announcing = type.functions.filter(\.value.announces)
      // What an initializer sets up is not looked into.
      if let unclear = unclear(announcing.values, of: type.id) ?? (announces(type) ? .visible : nil) {
        for name in type.members.keys where unclear == .all || type.storedProperty(name)?.isPrivate == false {
          if let key = stored(PropertyChange(property: name), of: type.id) { guessed.insert(key) }
        }
      }
      var seen: Set<Callee> = []
      var pending = announcing.keys.map { Callee(name: $0, type: type.id) }
      while let next = pending.popLast() {
        guard seen.insert(next).inserted, let (effects, owner) = effects(of: next.name, in: next.type) else { continue }
        for change in effects.changes {
          for name in change.property == PropertyChange.anyName
            ? Array(types[next.type].members.keys) : [change.property]
          {
            var change = change
            if name != change.property { change = PropertyChange(property: name) }
            if let key = stored(change, of: next.type) { result.insert(key) }
            // What observes it, or sets it.
            pending.append(Callee(name: name, type: next.type))
          }
          var target = self.target(of: change, in: next.type)
          while let (object, part) = target {
            switch part {
            case .call(let method):
              pending.append(Callee(name: method, type: object))
              target = nil
            case .change(let change):
              if let key = stored(change, of: object) { result.insert(key) }
              pending.append(Callee(name: change.property, type: object))
              target = self.target(of: change, in: object)
            }
          }
        }
        pending += effects.calls.map { Callee(name: $0, type: next.type) }
        if let superclass = superclass(of: owner) {
          pending += effects.superCalls.map { Callee(name: $0, type: superclass) }
        }
      }
    }
    return (result.union(guessed), guessed.subtracting(result))
  }

  /// Whether changes of a type are announced where it isn't known what is announced.
  private func announces(_ type: TypeSymbol) -> Bool {
    type.announces || typesAnnouncedByOthers.contains(type.id)
  }

  /// What is done to an object that another one has.
  enum ChangeOfPart {
    /// A method of the object is called.
    case call(String)
    /// Something is changed in it.
    case change(PropertyChange)
  }

  /// The property that a change begins at, and the types on the way to what is changed: its own, and one behind each step.
  private func path(of change: PropertyChange, in id: TypeSymbol.ID) -> (member: Member, types: [ResolvedType])? {
    guard let (member, scope) = members(change.property, of: id).first else { return nil }
    let behind = change.steps.indices.map { index in
      let steps = [.member(change.property)] + change.steps[...index]
      return resolve(ExpressionPath(name: nil, steps), in: types[id].scope)
    }
    return (member, [type(of: member, in: scope)] + behind)
  }

  /// The first object, of a class of the files, that a change of a property goes through; nil if it's one of the property itself.
  func target(of change: PropertyChange, in id: TypeSymbol.ID) -> (object: TypeSymbol.ID, part: ChangeOfPart)? {
    guard let (member, types) = path(of: change, in: id), member.kind == .property else { return nil }
    for (count, type) in types.enumerated() {
      guard case .type(let object) = type, self.types[object].kind == .class else { continue }
      switch (change.steps.dropFirst(count).first, change.method) {
      case (.member(let name)?, let method):
        let steps = Array(change.steps.dropFirst(count + 1))
        return (object, .change(PropertyChange(property: name, steps: steps, method: method, isQualified: true)))
      case (nil, let method?): return (object, .call(method))
      default: return nil
      }
    }
    return nil
  }

  /// The model that a change is made in, if it's one that the registrar of that model notices; nil if not.
  func model(noticing change: PropertyChange, in id: TypeSymbol.ID, _ models: Models) -> TypeSymbol.ID? {
    guard let (object, part) = target(of: change, in: id), models[object] == .model || models[object] == .converted
    else {
      return nil
    }
    switch part {
    case .change(let change):
      return model(noticing: change, in: object, models) ?? (noticed(change, of: object) != nil ? object : nil)
    case .call(let method):
      var seen: Set<String> = []
      var pending = [method]
      while let next = pending.popLast() {
        guard seen.insert(next).inserted, let (effects, _) = effects(of: next, in: object) else { continue }
        if effects.changes.contains(where: { noticed($0, of: object) != nil }) { return object }
        pending += effects.calls
      }
      return nil
    }
  }

  /// The types that values of a type are or have in them.
  func models(in type: ResolvedType) -> [TypeSymbol.ID] {
    if case .collection(let element) = type { return models(in: element) }
    return symbols(in: type)
  }

  /// Whether values of a type may have objects in them that are no models; nil if nothing tells.
  func holdsObjects(_ type: ResolvedType, _ models: Models) -> Bool? {
    switch type {
    case .collection(let element), .specialized(let element, _): return holdsObjects(element, models)
    case .type(let id):
      switch types[id].kind {
      case .class, .protocol: return models[id] == nil
      case .actor: return true
      default: return partsHoldObjects(id, models)
      }
    case .external(let name):
      let isPlain =
        ValueTypes.names.contains(name) || ValueTypes.equatableAndSendable.contains(name)
        || IdleTypes.names.contains(name)
      return isPlain ? false : nil
    case .observableObject, .function: return false
    case .composition(let parts): return holdObjects(parts, models)
    case .either(let types): return holdObjects(types.map(ResolvedType.type), models)
    case .metatype, .parameter, .elsewhere, .unknown: return nil
    }
  }

  /// Whether the stored properties of a structure, or the associated values of an enumeration, hold an object that has variables and isn't a
  /// model.
  private func partsHoldObjects(_ id: TypeSymbol.ID, _ models: Models) -> Bool {
    var seen: Set<TypeSymbol.ID> = []
    var pending = [id]
    while let next = pending.popLast() {
      guard seen.insert(next).inserted else { continue }
      let symbol = types[next]
      switch symbol.kind {
      case .class where models[next] == nil:
        let hasVariables = symbol.members.values.joined().contains {
          $0.kind == .property && $0.isStored && !$0.isStatic && !$0.isLet
        }
        if hasVariables { return true }
      case .actor: return true
      case .struct, .enum:
        for member in symbol.members.values.joined() {
          if member.isCase {
            pending += member.payload.flatMap { objects(in: interpret($0, in: symbol.scope)) }
          } else if member.kind == .property, member.isStored, !member.isStatic {
            pending += objects(in: type(of: member, in: symbol.scope))
          }
        }
      default: continue
      }
    }
    return false
  }

  /// The types of the files that values of a type are or have in them.
  private func objects(in type: ResolvedType) -> [TypeSymbol.ID] {
    switch type {
    case .collection(let element), .specialized(let element, _): objects(in: element)
    case .type(let id): [id]
    default: []
    }
  }

  private func holdObjects(_ types: [ResolvedType], _ models: Models) -> Bool? {
    let held = types.map { holdsObjects($0, models) }
    return held.contains(true) ? true : held.contains(nil) ? nil : false
  }

  /// What may be announced beside what functions are seen to change.
  private enum Unclear {
    /// What can be read from outside: they do something to what is no property.
    case visible
    /// They do nothing else.
    case all
  }

  private func unclear(_ effects: some Sequence<FunctionEffects>, of id: TypeSymbol.ID) -> Unclear? {
    var result: Unclear?
    for effects in effects {
      if effects.changes.isEmpty, effects.calls.isEmpty { return .all }
      let isElsewhere = effects.changes.contains { change in
        members(change.property, of: id).isEmpty && change.property != PropertyChange.subscriptName
          && change.property != PropertyChange.anyName
          && !ClosureTakers.methodsOfElements.contains(change.method ?? "")
      }
      if effects.changes.isEmpty || isElsewhere { result = .visible }
    }
    return result
  }

  private struct Callee: Hashable {
    let name: String
    let type: TypeSymbol.ID
  }

  /// What a function does, and whose it is: the type's, or that of a superclass or a protocol.
  private func effects(of name: String, in id: TypeSymbol.ID, depth: Int = 0) -> (FunctionEffects, TypeSymbol.ID)? {
    if let effects = types[id].functions[name] { return (effects, id) }
    guard depth < 16 else { return nil }
    for inherited in types[id].inherited {
      for parent in symbols(in: inherited.resolved) where parent != id {
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
    guard change.method == nil, !change.steps.isEmpty, let (member, types) = path(of: change, in: id),
      member.kind == .property
    else { return false }
    return types.dropLast().contains { type in
      guard case .type(let object) = type else { return false }
      return self.types[object].kind == .class && models[object] == nil
    }
  }

  /// The property that a change changes, if it's tracked after the migration: it was published, announced, or tracked before.
  func noticed(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    tracked(change, of: id).flatMap { key in
      let isTracked =
        announcedProperties.contains(key) || types[key.type].hasMacro
        || types[key.type].storedProperty(key.name)?.hasAttribute("Published") == true
      return isTracked ? key : nil
    }
  }

  /// Whether a function changes a property of its type that is tracked afterwards.
  func changesTracked(_ function: String, of id: TypeSymbol.ID) -> Bool {
    types[id].functions[function]?.changes.contains { noticed($0, of: id) != nil } == true
  }

  func isLazy(_ key: PropertyKey) -> Bool {
    types[key.type].storedProperty(key.name)?.isLazy == true
  }

  /// The stored variable that a change is about.
  private func stored(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    guard let (member, scope) = members(change.property, of: id).first, let owner = scope.types.last,
      types[owner].kind == .class, member.kind == .property, member.isStored, !member.isStatic, !member.isLet,
      !member.keepsSubscriptions,
      change.property != "objectWillChange",
      member.attributes.isEmpty || member.attributes == ["Published"]
    else { return nil }
    return PropertyKey(type: owner, name: change.property)
  }

  func effect(of change: PropertyChange, on key: PropertyKey) -> ChangeEffect {
    guard let (member, types) = path(of: change, in: key.type) else { return .none }
    if change.steps.isEmpty, change.method == nil { return .certain }
    // All that lies between the property and what is changed has to be values.
    var effect = ChangeEffect.certain
    for (count, type) in types.enumerated() where count < change.steps.count || change.method != nil {
      switch value(type, member: count == 0 ? member : nil) {
      case true?: continue
      case false?: return .none
      case nil: effect = .possible
      }
    }
    guard effect == .certain, let method = change.method else { return effect }
    if case .type(let id)? = types.last {
      if method == "forEach" { return .possible }
      let methods = members(method, of: id).map(\.member)
      let isKnown = !methods.isEmpty && methods.allSatisfy { $0.kind == .function && !$0.isStatic }
      return isKnown && !methods.contains(where: \.isMutating) ? .none : .certain
    }
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
