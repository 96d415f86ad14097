/// What changes without that anything could observe it: variables outside of models, and those of objects that are none.
struct UnobservedState: Sendable {
  private let table: SymbolTable
  private let models: Models
  private let reach: ViewReach
  /// `Theme.accent`, `shared.accent`
  private var accesses: Set<String> = []
  private var globals: Set<String> = []
  /// Properties of types that lead to objects which nothing observes, with what changes of these.
  private var objects: [PropertyKey: Object] = [:]
  /// `session.token`, of objects that something else than a model stores, with the types that do.
  private var parts: [String: [TypeSymbol.ID]] = [:]
  /// Which types read the parts of such objects.
  private var readers: [String: [TypeSymbol.ID]] = [:]
  /// The types that have a member of a name, without protocols.
  private var typesByMember: [String: [TypeSymbol.ID]] = [:]
  /// What functions and computed properties read of `parts`, by their names.
  private var partsOfYields: [String: String] = [:]
  /// The names of what a model has tracked.
  private var trackedNames: [TypeSymbol.ID: Set<String>] = [:]
  /// Of all types of the files, without what they are nested in.
  private let typeNames: Set<String>
  /// The classes that conform to a protocol, and that nothing observes; without those that stand for others in tests.
  private var classesByProtocol: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
  /// The types whose instances may answer otherwise later.
  private var changingTypes: Set<TypeSymbol.ID> = []
  /// The names of properties that lead to an object of a type.
  private var namesLeadingTo: [TypeSymbol.ID: Set<String>] = [:]
  /// The names of members of models that are shown outside of them, directly or by other members.
  private var shownMembers: Set<String> = []

  init(_ table: SymbolTable, _ models: Models, _ reach: ViewReach) {
    self.table = table
    self.models = models
    self.reach = reach
    typeNames = Set(table.types.map(\.lastName))
    let changed = reach.changedNames
    for type in table.types where type.kind == .class && !isObservable(type.id) && !StandIns.isOne(type.lastName) {
      for supertype in table.supertypes[type.id] where table.types[supertype].kind == .protocol {
        classesByProtocol[supertype, default: []].append(type.id)
      }
    }
    findObjects()
    findChangingTypes()
    for type in table.types {
      let isPlain = type.kind == .class && !isObservable(type.id)
      for (name, members) in type.members {
        guard let member = members.first, member.kind == .property, member.isStored else { continue }
        if member.isStatic, !member.isLet, reach.changesStatic(name, of: type, table), !isObserved(member, type) {
          accesses.insert("\(type.lastName).\(name)")
          if models[type.id] == .model { accesses.insert("Self.\(name)") }
        } else if isPlain, !member.isStatic, !member.isLet, member.access != .type,
          reach.changesLater(member, of: type.id, table),
          type.members["shared"]?.contains(where: \.isStatic) == true
        {
          accesses.insert("shared.\(name)")
        }
      }
    }
    for name in reach.names where changed.contains(name) {
      let isVariable = table.globals(name).contains {
        $0.member.kind == .property && $0.member.isStored && !$0.member.isLet
      }
      if isVariable { globals.insert(name) }
    }
    let members = Dictionary(grouping: reach.members, by: \.key.name)
    var pending = members.keys.filter(reach.outside.names.contains)
    while let name = pending.popLast() {
      guard shownMembers.insert(name).inserted else { continue }
      for (_, reads) in members[name] ?? [] { pending += reads.names.filter { members[$0] != nil } }
    }
  }

  /// The first of what some code reads.
  func first(in reads: ViewReach.Reads) -> String? {
    if let access = reads.accesses.intersection(accesses).min() {
      // Of which type the shared object is.
      guard access.hasPrefix("shared.") else { return access }
      let isPlain = reads.accesses.contains { other in
        other.hasSuffix(".shared")
          && table.types.contains { type in
            type.kind == .class && !isObservable(type.id) && other == "\(type.name).shared"
              && type.members[String(access.dropFirst("shared.".count))] != nil
          }
      }
      if isPlain { return access }
    }
    if let name = reads.names.intersection(globals).min() { return name }
    return reads.names.contains("UserDefaults") ? "UserDefaults" : nil
  }

  /// The same of what a view reads, or else the name of what it reads outside of models, of which that follows; without the user's defaults
  /// if these are read by what the user does rather than shown.
  func source(of reads: ViewReach.Reads, in view: TypeSymbol.ID, withDefaults: Bool) -> String? {
    func first(in reads: ViewReach.Reads) -> String? {
      self.first(in: reads).flatMap { withDefaults || $0 != "UserDefaults" ? $0 : nil }
    }
    if let source = first(in: reads) { return source }
    if let source = reads.accesses.filter({ isPart($0, meantIn: view) }).min() { return source }
    // Its own members are read already, and those of its models are looked at by themselves.
    let parts = Set(
      reads.accesses.lazy.compactMap(\.baseAndName).filter { base, name in
        reach.yields[name] != nil && isMember(name, behind: base, of: view)
      }
      .map(\.name)
    )
    let foreign = reads.names.filter { name in
      guard let yield = reach.yields[name], !parts.contains(name) else { return false }
      return (reads.called.contains(name) || yield.isStatic) && table.types[view].members[name] == nil
    }
    if let source = yielded(to: foreign, first) { return source }
    // A function that the name of its type leads to is known for sure: what it reads may be a computed property, too.
    let functions = reads.accesses.compactMap(\.baseAndName).filter { typeNames.contains($0.base) }.map(\.name)
    let further = functions.reduce(into: Set<String>()) { $0.formUnion(reach.yields[$1]?.reads.names ?? []) }
    return yielded(to: further.subtracting(reads.names), first) ?? time(in: reads)
  }

  private func time(in reads: ViewReach.Reads) -> String? {
    reads.accesses.contains(CodeUnit.time) ? CodeUnit.time : nil
  }

  /// What functions and computed properties of these names read.
  private func yielded(to names: Set<String>, _ first: (ViewReach.Reads) -> String?) -> String? {
    let yields = names.sorted().lazy.compactMap { name in reach.yields[name].map { (name: name, yield: $0) } }
    if let found = yields.first(where: { first($0.yield.reads) != nil }) { return found.name }
    return yields.compactMap { partsOfYields[$0.name] }.first
  }

  /// Whether it's a part of an object that nothing observes, where it's read in the code of a type; nil stands for code of none.
  private func isPart(_ access: String, meantIn type: TypeSymbol.ID?) -> Bool {
    guard let holders = parts[access], let (base, name) = access.baseAndName else { return false }
    return holders.contains { holder in
      guard let object = objects[PropertyKey(type: holder, name: base)]?.type else { return false }
      guard let type, !table.members(base, of: type).isEmpty else {
        return type.map { isReached(base, of: holder, in: $0) } == true || isOnlyType(object, with: name)
      }
      return table.areRelated(holder, type) && !isFollowed(object, by: type)
    }
  }

  /// Whether the code of a type goes through a property that leads to an object of `holder`, as in `model.session`.
  private func isReached(_ base: String, of holder: TypeSymbol.ID, in type: TypeSymbol.ID) -> Bool {
    namesLeadingTo[holder]?.contains { reach.types[type]?.accesses.contains("\($0).\(base)") == true } == true
  }

  /// Whether a property of a view leads to a model with a member of that name.
  private func isMember(_ name: String, behind property: String, of view: TypeSymbol.ID) -> Bool {
    table.members(property, of: view).contains { member, scope in
      table.symbols(in: table.type(of: member, in: scope)).contains {
        models[$0] != nil && !table.members(name, of: $0).isEmpty
      }
    }
  }

  /// Whether a view hears of changes of managed objects.
  private func isFollowed(_ object: TypeSymbol.ID, by view: TypeSymbol.ID) -> Bool {
    let types = [object] + table.superclasses(of: object)
    return types.contains { table.foreignSupertypes(of: $0).contains(ManagedObjects.superclass) }
      && table.types[view].members.values.joined().contains { member in
        guard member.hasAttribute(ManagedObjects.wrapper) else {
          return member.attributes.contains(where: ManagedObjects.fetchingWrappers.contains)
        }
        let types = table.symbols(in: table.type(of: member, in: table.types[view].scope))
        return types.contains { table.areRelated($0, object) }
      }
  }

  /// Whether nothing else has such a member, where the type of what it's read of isn't known.
  private func isOnlyType(_ object: TypeSymbol.ID, with name: String) -> Bool {
    typesByMember[name, default: []].allSatisfy { table.areRelated($0, object) }
  }

  /// What a member of a model reads of it, if it shows that outside of models.
  func source(of member: PropertyKey) -> String? {
    guard shownMembers.contains(member.name), !isAction(member), let reads = reach.members[member] else { return nil }
    if let source = first(in: reads) { return source }
    return request(of: reads, by: member.type) ?? (isTracked(member) ? nil : time(in: reads))
  }

  /// Whether a function changes the object: it's called to do that, not to show something.
  private func isAction(_ member: PropertyKey) -> Bool {
    let symbol = table.types[member.type]
    guard symbol.members[member.name]?.contains(where: { $0.kind == .function }) == true else { return false }
    return symbol.functions[member.name]?.changes.contains { table.tracked($0, of: member.type) != nil } ?? false
  }

  /// The variables that views show of a model, and that a superclass stores which isn't observable.
  func inherited(by model: TypeSymbol.ID) -> [(property: String, superclass: TypeSymbol.ID)] {
    table.superclasses(of: model).filter { !isObservable($0) }.flatMap { superclass in
      let symbol = table.types[superclass]
      return symbol.members.keys.sorted().filter { name in
        guard let member = symbol.storedProperty(name), !member.isLet, !member.keepsSubscriptions,
          member.attributes.isEmpty
        else { return false }
        let reads = member.access == .type ? reach.types[superclass] : reach.shown
        return reads?.names.contains(name) == true
      }
      .map { ($0, superclass) }
    }
  }

  /// A static variable of a type that is changed, and read outside of models.
  func variable(of type: TypeSymbol.ID) -> String? {
    let symbol = table.types[type]
    return symbol.members.keys.map { "\(symbol.lastName).\($0)" }.filter { name in
      accesses.contains(name) && reach.outside.accesses.contains(name)
    }
    .min()
  }
}

// MARK: - Objects that nothing observes

extension UnobservedState {
  private struct Object: Sendable {
    let type: TypeSymbol.ID
    /// What changes of it, if anything is shown of it anywhere.
    let properties: [String]
  }

  /// The properties that views show of an object which is stored somewhere and isn't observable; nil if there are none.
  func partsOfObject(in key: PropertyKey) -> (properties: [String], object: TypeSymbol.ID)? {
    guard let object = objects[key] else { return nil }
    let isPrivate = table.types[key.type].storedProperty(key.name)?.access == .type
    let names = object.properties.filter { name in
      let access = "\(key.name).\(name)"
      if isPrivate { return reach.types[key.type]?.accesses.contains(access) == true }
      return reach.loose.accesses.contains(access)
        || readers[access]?.contains { isMember(key.name, of: key.type, meantIn: $0) } == true
    }
    return names.isEmpty ? nil : (names, object.type)
  }

  /// Whether a name means a member of a type in the code of another one, which may have one of that name itself.
  private func isMember(_ name: String, of type: TypeSymbol.ID, meantIn other: TypeSymbol.ID) -> Bool {
    table.inherits(other, fromAll: [type]) || table.inherits(type, fromAll: [other])
      || table.members(name, of: other).isEmpty
      // `model.settings`, beside `settings` of its own.
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
        if models[type.id] == .model, let member = type.storedProperty(name),
          member.hasAttribute("Published") || table.announcedProperties.contains(key) || reach.properties.contains(key)
        {
          trackedNames[type.id, default: []].insert(name)
        }
      }
    }
    let accesses = Set(objects.flatMap { key, object in object.properties.map { "\(key.name).\($0)" } })
    for (type, reads) in reach.types {
      for access in reads.accesses.intersection(accesses) { readers[access, default: []].append(type) }
    }
    for (key, object) in objects where models[key.type] != .model {
      for name in object.properties { parts["\(key.name).\(name)", default: []].append(key.type) }
    }
    for (name, yield) in reach.yields {
      // If other types have a member of this name, a read usually means theirs.
      let isAmbiguous = typesByMember[name, default: []].contains { type in
        !yield.types.contains(type) && !StandIns.isOne(table.types[type].lastName)
          && !yield.types.contains { table.areRelated($0, type) }
      }
      if isAmbiguous { continue }
      let known = yield.reads.accesses.filter { parts[$0] != nil }
      partsOfYields[name] =
        known.filter { access in
          yield.types.isEmpty ? isPart(access, meantIn: nil) : yield.types.contains { isPart(access, meantIn: $0) }
        }
        .min()
    }
  }

  private func object(in key: PropertyKey) -> Object? {
    guard let (declared, objects) = plainObjects(in: key) else { return nil }
    let isProtocol = table.types[declared].kind == .protocol
    for object in objects {
      // Of what stands behind a protocol, what it changes itself: tests change what they give.
      let changed = isProtocol ? ownChanges(of: object) : nil
      let names = table.types[object].members.keys.filter { name in
        reach.shown.accesses.contains("\(key.name).\(name)") && isChanging(name, of: object, changed)
          && (!isProtocol || table.types[declared].members[name] != nil)
      }
      if !names.isEmpty { return Object(type: object, properties: names.sorted()) }
    }
    return nil
  }

  /// The classes of the object that a property stores, as far as nothing observes them, with the type that is written.
  private func plainObjects(in key: PropertyKey) -> (declared: TypeSymbol.ID, objects: [TypeSymbol.ID])? {
    guard let member = table.types[key.type].storedProperty(key.name),
      case .type(let declared) = table.type(of: member, in: table.types[key.type].scope)
    else { return nil }
    let isProtocol = table.types[declared].kind == .protocol
    let objects = isProtocol ? classesByProtocol[declared] ?? [] : [declared]
    return (declared, objects.filter { table.types[$0].isClass && !isObservable($0) })
  }

  // MARK: What a model asks of others

  /// Whether what a member yields depends on something that is tracked.
  private func isTracked(_ member: PropertyKey) -> Bool {
    let types = [member.type] + table.superclasses(of: member.type)
    var pending = [member.name]
    var seen: Set<String> = []
    while let name = pending.popLast() {
      guard seen.insert(name).inserted else { continue }
      if types.contains(where: { trackedNames[$0]?.contains(name) == true }) { return true }
      for type in types {
        guard let reads = reach.members[PropertyKey(type: type, name: name)] else { continue }
        let isOfOthers = reads.accesses.lazy.compactMap(\.baseAndName).contains {
          isTracked($0.name, behind: $0.base, types)
        }
        if isOfOthers { return true }
        pending += reads.names
      }
    }
    return false
  }

  /// Whether a property of one of these types leads to a model that has something of that name tracked.
  private func isTracked(_ name: String, behind property: String, _ types: [TypeSymbol.ID]) -> Bool {
    types.contains { type in
      table.types[type].members[property]?.contains { member in
        table.symbols(in: table.type(of: member, in: table.types[type].scope)).contains { object in
          ([object] + table.superclasses(of: object)).contains { trackedNames[$0]?.contains(name) == true }
        }
      } == true
    }
  }

  /// What code asks of an object that its type stores, such as `service.favourites()`, if the answer may be another one later.
  private func request(of reads: ViewReach.Reads, by type: TypeSymbol.ID) -> String? {
    reads.accesses.sorted().first { access in
      guard let (base, name) = access.baseAndName,
        let (declared, objects) = plainObjects(in: PropertyKey(type: type, name: base)),
        !table.members(name, of: declared).isEmpty,
        partsOfObject(in: PropertyKey(type: type, name: base))?.properties.contains(name) != true
      else { return false }
      return objects.contains { object in
        // What is stored there is looked at by itself.
        table.members(name, of: object).contains { part, _ in !part.isStored && !part.isStatic && part.type != nil }
          && changingTypes.contains(object)
      }
    }
  }

  /// Finds the types whose instances may answer otherwise later: those with something that changes, and all that lead to them.
  private mutating func findChangingTypes() {
    var users: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    var pending: [TypeSymbol.ID] = []
    for type in table.types where type.kind != .class || !isObservable(type.id) {
      let uses = uses(of: type)
      if uses == nil { pending.append(type.id) }
      for other in uses ?? [] { users[other, default: []].append(type.id) }
      // What stands behind a type may be one that inherits from it, or conforms to it.
      for supertype in table.supertypes[type.id] {
        users[type.id, default: []].append(supertype)
        if table.types[supertype].kind == .class { users[supertype, default: []].append(type.id) }
      }
    }
    while let type = pending.popLast() {
      guard changingTypes.insert(type).inserted else { continue }
      pending += users[type] ?? []
    }
  }

  /// The types that a type stores; nil if it has something that changes.
  private func uses(of type: TypeSymbol) -> [TypeSymbol.ID]? {
    if StandIns.isOne(type.lastName) { return [] }
    if table.foreignSupertypes(of: type.id).contains(ManagedObjects.superclass) { return nil }
    var uses: [TypeSymbol.ID] = []
    for name in type.members.keys {
      guard let member = type.storedProperty(name) else { continue }
      if type.isClass, !member.isLet, reach.changesLater(member, of: type.id, table) { return nil }
      var pending = [table.type(of: member, in: type.scope)]
      while let next = pending.popLast() {
        switch next {
        case .external(let name):
          if mayChange(name) { return nil }
        // `UserDefaults.standard`
        case .unknown:
          if case .name(let root)? = member.value?.root, root.first?.isUppercase == true, mayChange(root) { return nil }
        case .function(let result):
          if result != .external("Void") { return nil }
        case .collection(let part), .specialized(let part, _): pending.append(part)
        case .composition(let parts): pending += parts
        case .either(let types): uses += types
        case .type(let other): uses.append(other)
        case .metatype, .observableObject, .parameter, .elsewhere: continue
        }
      }
    }
    return uses
  }

  /// The same for a type of another module, of which nothing else is known.
  private func mayChange(_ name: String) -> Bool {
    !ValueTypes.isKnown(name) && !FrameworkValues.names.contains(name) && !IdleTypes.alwaysAnswerTheSame(name)
      && table.types.allSatisfy { $0.lastName != name }
  }

  /// Whether a property of an object yields something that is changed.
  private func isChanging(_ name: String, of object: TypeSymbol.ID, _ changed: Set<String>?) -> Bool {
    func isChanged(_ name: String, _ isVisible: (Member) -> Bool) -> Bool {
      table.types[object].members[name]?.contains {
        $0.kind == .property && $0.isStored && !$0.isLet && !$0.isStatic && isVisible($0)
          && (changed?.contains(name) ?? reach.changesLater($0, of: object, table))
      } == true
    }
    if isChanged(name, { $0.access != .type }) { return true }
    let isComputed = table.types[object].members[name]?.contains {
      $0.kind == .property && !$0.isStored && !$0.isStatic && $0.access != .type
    }
    return isComputed == true && reach.yields[name]?.reads.names.contains { isChanged($0, { _ in true }) } == true
  }

  /// The properties that the code of a class changes, but for its initializers.
  private func ownChanges(of type: TypeSymbol.ID) -> Set<String> {
    let changes = table.types[type].functions.values.flatMap(\.changes)
    return Set(changes.filter { $0.method.map(MutatingMethods.names.contains) ?? true }.map(\.property))
  }

  /// Whether something notices changes of an object.
  private func isObservable(_ type: TypeSymbol.ID) -> Bool {
    ([type] + table.superclasses(of: type)).contains { type in
      models[type] != nil || table.types[type].hasMacro
        || table.types[type].inherited.contains { $0.type.lastName == "Observable" }
        || table.types[type].attributes.contains { !KnownAttributes.contains($0) }
    }
  }

  /// Whether a static property is an object that is observed, or has a wrapper.
  private func isObserved(_ member: Member, _ type: TypeSymbol) -> Bool {
    if !member.attributes.allSatisfy({ $0.hasSuffix("Actor") }) { return true }
    guard case .type(let value) = table.type(of: member, in: type.scope) else { return false }
    return isObservable(value)
  }
}
