/// What changes without that anything could observe it: variables outside of models, and those of objects that are none.
struct UnobservedState: Sendable {
  private let table: SymbolTable
  private let models: Models
  private let reach: ViewReach
  /// `Theme.accent`, `shared.accent`
  private var accesses: Set<String> = []
  private var globals: Set<String> = []
  /// `session.token`, of objects that something else than a model stores.
  private var parts: Set<String> = []
  /// Of all types of the files, without what they are nested in.
  private let typeNames: Set<String>
  /// The classes that conform to a protocol, and that nothing observes; without those that stand for others in tests.
  private var classesByProtocol: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
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
    for type in table.types {
      if models[type.id] != .model {
        for name in type.members.keys {
          let object = partsOfObject(in: PropertyKey(type: type.id, name: name))
          parts.formUnion(object?.properties.map { "\(name).\($0)" } ?? [])
        }
      }
      let isPlain = type.kind == .class && !isObservable(type.id)
      for (name, members) in type.members {
        guard let member = members.first, member.kind == .property, member.isStored else { continue }
        if member.isStatic, !member.isLet, changed.contains(name), !isObserved(member, type) {
          accesses.insert("\(type.lastName).\(name)")
          if models[type.id] == .model { accesses.insert("Self.\(name)") }
        } else if isPlain, !member.isStatic, !member.isLet, member.access != .type, changed.contains(name),
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

  /// The same, or else the name of what it reads outside of models, of which that follows; without the user's defaults if these are read by
  /// what the user does rather than shown.
  func source(of reads: ViewReach.Reads, withDefaults: Bool) -> String? {
    func first(in reads: ViewReach.Reads) -> String? {
      self.first(in: reads).flatMap { withDefaults || $0 != "UserDefaults" ? $0 : nil }
    }
    if let source = first(in: reads) ?? reads.accesses.intersection(parts).min() { return source }
    if let source = yielded(to: reads.names, first) { return source }
    // A function that the name of its type leads to is known for sure: what it reads may be a computed property, too.
    let functions = reads.accesses.compactMap(\.baseAndName).filter { typeNames.contains($0.base) }.map(\.name)
    let further = functions.reduce(into: Set<String>()) { $0.formUnion(reach.yields[$1]?.names ?? []) }
    return yielded(to: further.subtracting(reads.names), first)
  }

  /// What functions and computed properties of these names read.
  private func yielded(to names: Set<String>, _ first: (ViewReach.Reads) -> String?) -> String? {
    let yields = names.sorted().lazy.compactMap { name in reach.yields[name].map { (name: name, reads: $0) } }
    if let found = yields.first(where: { first($0.reads) != nil }) { return found.name }
    return yields.compactMap { $0.reads.accesses.intersection(parts).min() }.first
  }

  /// What a member of a model reads of it, if it shows that outside of models.
  func source(of member: PropertyKey) -> String? {
    guard shownMembers.contains(member.name), !isAction(member) else { return nil }
    return reach.members[member].flatMap(first)
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

extension UnobservedState {
  /// The properties that views show of an object which is stored somewhere and isn't observable; nil if there are none.
  func partsOfObject(in key: PropertyKey) -> (properties: [String], object: TypeSymbol.ID)? {
    guard let member = table.types[key.type].storedProperty(key.name),
      case .type(let declared) = table.type(of: member, in: table.types[key.type].scope)
    else { return nil }
    let isProtocol = table.types[declared].kind == .protocol
    for object in isProtocol ? classesByProtocol[declared] ?? [] : [declared] {
      guard table.types[object].kind == .class, !isObservable(object) else { continue }
      // Of what stands behind a protocol, what it changes itself: tests change what they give.
      let changed = isProtocol ? ownChanges(of: object) : reach.changedNames
      let names = table.types[object].members.keys.filter { name in
        reach.shown.accesses.contains("\(key.name).\(name)") && isChanging(name, of: object, changed)
          && (!isProtocol || table.types[declared].members[name] != nil)
      }
      if !names.isEmpty { return (names.sorted(), object) }
    }
    return nil
  }

  /// Whether a property of an object yields something that is changed.
  private func isChanging(_ name: String, of object: TypeSymbol.ID, _ changed: Set<String>) -> Bool {
    func isChanged(_ name: String, _ isVisible: (Member) -> Bool) -> Bool {
      changed.contains(name)
        && table.types[object].members[name]?.contains {
          $0.kind == .property && $0.isStored && !$0.isLet && !$0.isStatic && isVisible($0)
        } == true
    }
    if isChanged(name, { $0.access != .type }) { return true }
    let isComputed = table.types[object].members[name]?.contains {
      $0.kind == .property && !$0.isStored && !$0.isStatic && $0.access != .type
    }
    return isComputed == true && reach.yields[name]?.names.contains { isChanged($0, { _ in true }) } == true
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
