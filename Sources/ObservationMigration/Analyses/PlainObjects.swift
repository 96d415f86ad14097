/// Which objects without observers do types store, and which of their properties can views show?
struct PlainObjects: Sendable {
  private let table: SymbolTable
  private let models: Models
  private let reach: ViewReach
  /// Properties leading to such objects, with the changing properties of the object.
  private var objects: [PropertyKey: Object] = [:]
  /// `session.token`, of objects stored outside models, with the storing types.
  private var parts: [String: [TypeSymbol.ID]] = [:]
  /// The entry of `parts` that functions and computed properties read, by their names.
  private(set) var partsOfYields: [String: String] = [:]
  /// The types that read parts of such objects to show them.
  private var readers: [String: [TypeSymbol.ID]] = [:]
  /// The types with a member of a name, without protocols.
  private var typesByMember: [String: [TypeSymbol.ID]] = [:]
  private var namesLeadingTo: [TypeSymbol.ID: Set<String>] = [:]
  /// The unobserved classes conforming to a protocol, without stand-ins for tests.
  private var classesByProtocol: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]

  init(_ table: SymbolTable, _ models: Models, _ reach: ViewReach) {
    self.table = table
    self.models = models
    self.reach = reach
    for type in table.types
    where type.kind == .class && !table.isObservable(type.id, models) && !StandIns.isOne(type.lastName) {
      for supertype in table.supertypes[type.id] where table.types[supertype].kind == .protocol {
        classesByProtocol[supertype, default: []].append(type.id)
      }
    }
    findObjects()
    findPartsOfYields()
  }

  private typealias Object = (type: TypeSymbol.ID, properties: [String])

  /// The properties of an unobserved object in `key` that views show; nil if there are none.
  func shownParts(in key: PropertyKey) -> (properties: [String], object: TypeSymbol.ID)? {
    guard let object = objects[key] else { return nil }
    let isPrivate = table.types[key.type].storedProperty(key.name)?.access == .type
    let names = object.properties.filter { name in
      let access = "\(key.name).\(name)"
      if isPrivate { return reach.showing[key.type]?.accesses.contains(access) == true }
      return reach.loose.accesses.contains(access)
        || readers[access]?.contains { isMember(key.name, of: key.type, meantIn: $0) } == true
    }
    return names.isEmpty ? nil : (names, object.type)
  }

  /// Whether a name in the code of `other`, which may have a member of the same name, means a member of `type`.
  private func isMember(_ name: String, of type: TypeSymbol.ID, meantIn other: TypeSymbol.ID) -> Bool {
    table.inherits(other, fromAll: [type]) || table.inherits(type, fromAll: [other])
      || table.members(name, of: other).isEmpty
      // `model.settings`, beside a `settings` of its own.
      || reach.types[other]?.accesses.contains { $0.hasSuffix(".\(name)") && !$0.hasPrefix("self.") } == true
  }

  private mutating func findObjects() {
    for type in table.types {
      for name in type.members.keys {
        let key = PropertyKey(type: type.id, name: name)
        objects[key] = object(in: key)
        if type.kind != .protocol { typesByMember[name, default: []].append(type.id) }
        for member in type.members[name] ?? [] where member.kind == .property {
          for object in table.symbols(in: table.type(of: member, in: type.scope)) {
            namesLeadingTo[object, default: []].insert(name)
          }
        }
      }
    }
    let accesses = Set(objects.flatMap { key, object in object.properties.map { "\(key.name).\($0)" } })
    for (type, reads) in reach.showing {
      // No change of an `ObservableObject` refreshes a view controller.
      if table.types[type].kind == .class, table.conforms(type, toAnyOf: MainActorClasses.names) { continue }
      for access in reads.accesses.intersection(accesses) { readers[access, default: []].append(type) }
    }
    for (key, object) in objects where models[key.type] != .model {
      for name in object.properties { parts["\(key.name).\(name)", default: []].append(key.type) }
    }
  }

  private mutating func findPartsOfYields() {
    for (name, yield) in reach.yields {
      if isAmbiguous(name, beside: yield.types) { continue }
      let known = yield.reads.accesses.filter { parts[$0] != nil }
      partsOfYields[name] =
        known.filter { access in
          yield.types.isEmpty ? isPart(access, meantIn: nil) : yield.types.contains { isPart(access, meantIn: $0) }
        }
        .min()
    }
  }

  /// Whether unrelated types have a member of this name, so that a read usually means their member.
  func isAmbiguous(_ name: String, beside types: Set<TypeSymbol.ID>) -> Bool {
    typesByMember[name, default: []].contains { type in
      !types.contains(type) && !StandIns.isOne(table.types[type].lastName)
        && !types.contains { table.areRelated($0, type) }
    }
  }

  private func object(in key: PropertyKey) -> Object? {
    guard let (declared, objects) = classes(in: key) else { return nil }
    let isProtocol = table.types[declared].kind == .protocol
    for object in objects {
      // Behind a protocol, only the object's own changes count: tests change the objects they pass in.
      let changed = isProtocol ? ownChanges(of: object) : nil
      let names = table.types[object].members.keys.filter { name in
        reach.shown.accesses.contains("\(key.name).\(name)") && isChanging(name, of: object, changed)
          && (!isProtocol || table.types[declared].members[name] != nil)
      }
      // Otherwise views show the object in a property of that name in another type.
      if !names.isEmpty { return reach.views(reading: key)?.isEmpty == true ? nil : (object, names.sorted()) }
    }
    return nil
  }

  /// The unobserved classes of the object that a property stores, with the declared type.
  func classes(in key: PropertyKey) -> (declared: TypeSymbol.ID, objects: [TypeSymbol.ID])? {
    guard let member = table.types[key.type].storedProperty(key.name),
      case .type(let declared) = table.type(of: member, in: table.types[key.type].scope)
    else { return nil }
    if isStorage(declared, in: key) { return nil }
    let isProtocol = table.types[declared].kind == .protocol
    let objects = isProtocol ? classesByProtocol[declared] ?? [] : [declared]
    return (declared, objects.filter { table.types[$0].isClass && !table.isObservable($0, models) })
  }

  /// Whether an object is the copy-on-write storage of a value: `_storage` of a structure that declares the class
  /// itself.
  private func isStorage(_ object: TypeSymbol.ID, in key: PropertyKey) -> Bool {
    table.types[key.type].kind == .struct && key.name.hasPrefix("_") && !table.isView(key.type)
      && table.types[object].scope.types.dropLast().contains(key.type)
  }

  // MARK: Reads

  /// Whether an access in the code of a type, or outside of types if nil, reads a part of an unobserved object.
  func isPart(_ access: String, meantIn type: TypeSymbol.ID?) -> Bool {
    guard let holders = parts[access], let (base, name) = access.baseAndName else { return false }
    return holders.contains { holder in
      guard let object = objects[PropertyKey(type: holder, name: base)]?.type else { return false }
      guard let type, !table.members(base, of: type).isEmpty else {
        if let type, isFollowed(object, by: type) { return false }
        // Where the type of the base isn't known, no unrelated type may have such a member.
        return type.map { isReached(base, of: holder, in: $0) } == true
          || typesByMember[name, default: []].allSatisfy { table.areRelated($0, object) }
      }
      return table.areRelated(holder, type) && !isFollowed(object, by: type)
    }
  }

  /// The classes of which an access may read a part: `Session` for `model.session.token`, which is `session.token`.
  func objects(with access: String) -> [TypeSymbol.ID] {
    (parts[access] ?? []).compactMap { holder in
      access.baseAndName.flatMap { objects[PropertyKey(type: holder, name: $0.base)]?.type }
    }
  }

  /// Whether the code of a type goes through a property leading to an object of `holder`, as in `model.session`.
  private func isReached(_ base: String, of holder: TypeSymbol.ID, in type: TypeSymbol.ID) -> Bool {
    namesLeadingTo[holder]?.contains { reach.types[type]?.accesses.contains("\($0).\(base)") == true } == true
  }

  /// Whether a property of this name, in any type, leads to an object of `type`.
  func leads(_ name: String, to type: TypeSymbol.ID) -> Bool { namesLeadingTo[type]?.contains(name) == true }

  /// Whether a view follows changes of a managed object.
  private func isFollowed(_ object: TypeSymbol.ID, by view: TypeSymbol.ID) -> Bool {
    table.conforms(object, toAnyOf: [ManagedObjects.superclass])
      && table.types[view].members.values.joined().contains { member in
        guard member.hasAttribute(ManagedObjects.wrapper) else {
          return member.attributes.contains(where: ManagedObjects.fetchingWrappers.contains)
        }
        let types = table.symbols(in: table.type(of: member, in: table.types[view].scope))
        return types.contains { table.areRelated($0, object) }
      }
  }

  // MARK: Changes

  private func isChanging(_ name: String, of object: TypeSymbol.ID, _ changed: Set<String>?) -> Bool {
    func isChanged(_ name: String, _ isVisible: (Member) -> Bool) -> Bool {
      table.types[object].members[name]?.contains {
        $0.isVariable && isVisible($0)
          && (changed?.contains(name) ?? reach.changesLater($0, of: object, table))
      } == true
    }
    if isChanged(name, { $0.access != .type }) { return true }
    let isComputed = table.types[object].members[name]?.contains {
      $0.kind == .property && !$0.isStored && !$0.isStatic && $0.access != .type
    }
    return isComputed == true && reach.yields[name]?.reads.names.contains { isChanged($0, { _ in true }) } == true
  }

  /// The properties changed by the code of a class outside its initializers.
  private func ownChanges(of type: TypeSymbol.ID) -> Set<String> {
    let changes = table.types[type].functions.values.flatMap(\.changes)
    return Set(changes.filter { $0.method.map(MutatingMethods.names.contains) ?? true }.map(\.property))
  }
}
