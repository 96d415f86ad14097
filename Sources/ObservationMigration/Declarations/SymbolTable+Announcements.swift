extension SymbolTable {
  /// The properties changed by functions that announce a change: each property that such a function, directly or
  /// through calls, changes in its object or in an object stored there. Where nothing shows what is announced, any
  /// property of the type may be.
  ///
  /// - Returns: All of them, and those that are only guessed.
  func findAnnouncedProperties() -> (all: Set<PropertyKey>, guessed: Set<PropertyKey>) {
    var (result, guessed): (Set<PropertyKey>, Set<PropertyKey>) = ([], [])
    for type in types {
      let announcing = type.functions.filter(\.value.announces)
      // Objects set up by an initializer aren't examined, and other code doesn't show what it announces.
      let isHidden = type.announces || typesAnnouncedByOthers.contains(type.id)
      if let unclear = unclear(announcing.values, of: type.id) ?? (isHidden ? .visible : nil) {
        for name in type.members.keys where unclear == .all || type.storedProperty(name)?.isPrivate == false {
          if let key = stored(PropertyChange(property: name), of: type.id) { guessed.insert(key) }
        }
      }
      var seen: Set<PropertyKey> = []
      var pending = announcing.keys.map { PropertyKey(type: type.id, name: $0) }
      while let next = pending.popLast() {
        guard seen.insert(next).inserted, let (effects, owner) = effects(of: next.name, in: next.type) else { continue }
        for change in effects.changes {
          for name in change.property == PropertyChange.anyName
            ? Array(types[next.type].members.keys) : [change.property]
          {
            var change = change
            if name != change.property { change = PropertyChange(property: name) }
            if let key = stored(change, of: next.type), !changesObservable(change, of: next.type) { result.insert(key) }
            // Its observers, or its setter.
            pending.append(PropertyKey(type: next.type, name: name))
          }
          var target = self.target(of: change, in: next.type)
          while let (object, part) = target {
            switch part {
            case .call(let method):
              pending.append(PropertyKey(type: object, name: method))
              target = nil
            case .change(let change):
              if let key = stored(change, of: object) { result.insert(key) }
              pending.append(PropertyKey(type: object, name: change.property))
              target = self.target(of: change, in: object)
            }
          }
        }
        pending += effects.calls.map { PropertyKey(type: next.type, name: $0) }
        if let superclass = superclass(of: owner) {
          pending += effects.superCalls.map { PropertyKey(type: superclass, name: $0) }
        }
      }
    }
    return (result.union(guessed), guessed.subtracting(result))
  }

  /// A change of an object stored in another object.
  enum ChangeOfPart {
    case call(String)
    case change(PropertyChange)
  }

  /// The property at the start of a change, and the types on the way to the changed part: the property's own, and one
  /// behind each step.
  private func path(of change: PropertyChange, in id: TypeSymbol.ID) -> (member: Member, types: [ResolvedType])? {
    guard let (member, scope) = property(change.property, of: id) else { return nil }
    let behind = change.steps.indices.map { index in
      let steps = [.member(change.property)] + change.steps[...index]
      return resolve(ExpressionPath(name: nil, steps), in: types[id].scope)
    }
    return (member, [type(of: member, in: scope)] + behind)
  }

  /// The first object, of a class of the files, on the way of a property's change; nil if only the property itself
  /// changes.
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

  /// Whether a change is made to an object behind a property, and that object announces it itself: `row.update()` in
  /// `for row in rows`.
  private func changesObservable(_ change: PropertyChange, of id: TypeSymbol.ID) -> Bool {
    guard let (object, _) = target(of: change, in: id) else { return false }
    return types[object].hasMacro
      || supertypes[object].contains { types[$0].inherited.contains(where: \.resolved.isObservableObject) }
  }

  /// The model in which a change is made, if the model's registrar notices the change.
  func model(noticing change: PropertyChange, in id: TypeSymbol.ID, _ models: Models) -> TypeSymbol.ID? {
    guard let (object, part) = target(of: change, in: id), models[object] == .model || models[object] == .converted
    else { return nil }
    switch part {
    case .change(let change):
      return model(noticing: change, in: object, models) ?? (noticed(change, of: object) != nil ? object : nil)
    case .call(let method):
      let called = closure(of: [method]) { effects(of: $0, in: object)?.effects.calls ?? [] }
      let isNoticed = called.contains { name in
        effects(of: name, in: object)?.effects.changes.contains { noticed($0, of: object) != nil } == true
      }
      return isNoticed ? object : nil
    }
  }

  /// Whether values of a type may contain objects other than models, or closures that may return something else each
  /// time; nil if unknown.
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
        || FrameworkValues.names.contains(name) || IdleTypes.names.contains(name)
      return isPlain ? false : nil
    case .observableObject: return false
    case .function: return type.isClosureWithResult
    case .composition(let parts): return holdObjects(parts, models)
    case .either(let types): return holdObjects(types.map(ResolvedType.type), models)
    case .metatype, .parameter, .elsewhere, .unknown: return nil
    }
  }

  /// Whether the stored properties of a structure, or the associated values of an enumeration, contain an object that
  /// has variables and isn't a model, or a closure with a result.
  private func partsHoldObjects(_ id: TypeSymbol.ID, _ models: Models) -> Bool {
    closure(of: [id]) { parts(of: $0).compactMap(\.declared) }.contains { part in
      switch types[part].kind {
      case .class: models[part] == nil && types[part].members.values.joined().contains(where: \.isVariable)
      case .actor: true
      default: parts(of: part).contains(where: \.isClosureWithResult)
      }
    }
  }

  /// The types of a structure's stored properties, or of an enumeration's associated values: of collections, the types of
  /// the elements.
  private func parts(of id: TypeSymbol.ID) -> [ResolvedType] {
    let symbol = types[id]
    guard [.struct, .enum].contains(symbol.kind) else { return [] }
    return symbol.members.values.joined().flatMap { member in
      if member.isCase { return member.payload.map { interpret($0, in: symbol.scope).element } }
      return member.isStored && !member.isStatic ? [type(of: member, in: symbol.scope).element] : []
    }
  }

  private func holdObjects(_ types: [ResolvedType], _ models: Models) -> Bool? {
    let held = types.map { holdsObjects($0, models) }
    return held.contains(true) ? true : held.contains(nil) ? nil : false
  }

  /// What may be announced besides the visible changes of functions.
  private enum Unclear {
    /// Properties that can be read from outside: the functions do something to other things than properties.
    case visible
    /// All properties: the functions do nothing else.
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

  /// The effects of a function and its owner: the type, a superclass or a protocol.
  private func effects(of name: String, in id: TypeSymbol.ID) -> (effects: FunctionEffects, owner: TypeSymbol.ID)? {
    first(from: id) { type in types[type].functions[name].map { ($0, type) } }
  }

  /// How surely a change of a property, or of a part of it, changes the stored value.
  enum ChangeEffect {
    case certain
    case possible
    /// An object changes, to which the property only refers.
    case none
  }

  /// The stored variable whose value surely changes, if the macro can track the variable.
  func tracked(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    guard let key = stored(change, of: id), effect(of: change, on: key) == .certain, !isLazy(key) else { return nil }
    return key
  }

  /// Whether a change is made to an object that a property refers to, and that isn't a model.
  func changesAnObject(_ change: PropertyChange, of id: TypeSymbol.ID, _ models: Models) -> Bool {
    guard change.method == nil, !change.steps.isEmpty, let (member, types) = path(of: change, in: id),
      member.kind == .property
    else { return false }
    return types.dropLast().contains { type in
      guard case .type(let object) = type else { return false }
      return self.types[object].kind == .class && models[object] == nil
    }
  }

  /// The changed property, if the migration leaves it tracked: published, announced, or tracked before.
  func noticed(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    tracked(change, of: id).flatMap { key in
      let isTracked =
        announcedProperties.contains(key) || types[key.type].hasMacro
        || types[key.type].storedProperty(key.name)?.hasAttribute("Published") == true
      return isTracked ? key : nil
    }
  }

  /// Whether a function changes a property of its type that the migration leaves tracked.
  func changesTracked(_ function: String, of id: TypeSymbol.ID) -> Bool {
    types[id].functions[function]?.changes.contains { noticed($0, of: id) != nil } == true
  }

  func isLazy(_ key: PropertyKey) -> Bool { types[key.type].storedProperty(key.name)?.isLazy == true }

  /// The stored variable that a change is about.
  private func stored(_ change: PropertyChange, of id: TypeSymbol.ID) -> PropertyKey? {
    guard let (member, scope) = property(change.property, of: id), let owner = scope.types.last,
      types[owner].kind == .class, member.isVariable, !member.keepsSubscriptions,
      change.property != "objectWillChange", member.attributes.isEmpty || member.attributes == ["Published"]
    else { return nil }
    return PropertyKey(type: owner, name: change.property)
  }

  func effect(of change: PropertyChange, on key: PropertyKey) -> ChangeEffect {
    guard let (member, types) = path(of: change, in: key.type) else { return .none }
    if change.steps.isEmpty, change.method == nil { return .certain }
    // Everything between the property and the changed part has to be a value.
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

  /// Whether instances of a type are values; nil if unknown.
  private func value(_ type: ResolvedType, member: Member?) -> Bool? {
    switch type {
    case .collection: return true
    case .type(let id): return types[id].kind == .struct || types[id].kind == .enum
    case .external(let name): return ValueTypes.names.contains(name) ? true : nil
    // A literal of unknown type.
    default: return member.map { $0.type == nil && $0.value == nil } == true ? true : nil
    }
  }
}

extension ResolvedType {
  /// The type, if the files declare it.
  fileprivate var declared: TypeSymbol.ID? {
    if case .type(let id) = self { id } else { nil }
  }

  /// Whether this is the type of a closure that returns something: what it reads isn't known.
  fileprivate var isClosureWithResult: Bool {
    if case .function(let result) = self { result != .external("Void") } else { false }
  }
}
