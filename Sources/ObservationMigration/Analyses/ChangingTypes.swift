/// Which types have instances whose answers may change later? Types with something mutable, and all types leading to
/// them.
struct ChangingTypes: Sendable {
  private let table: SymbolTable
  private let reach: ViewReach
  private var all: Set<TypeSymbol.ID> = []

  init(_ table: SymbolTable, _ models: Models, _ reach: ViewReach) {
    self.table = table
    self.reach = reach
    var users: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    var pending: [TypeSymbol.ID] = []
    for type in table.types where type.kind != .class || !table.isObservable(type.id, models) {
      let uses = uses(of: type)
      if uses == nil { pending.append(type.id) }
      for other in uses ?? [] { users[other, default: []].append(type.id) }
      // The value behind a type may be of a subtype or a conforming type.
      for supertype in table.supertypes[type.id] {
        users[type.id, default: []].append(supertype)
        if table.types[supertype].kind == .class { users[supertype, default: []].append(type.id) }
      }
    }
    all = closure(of: pending) { users[$0] ?? [] }
  }

  /// The types that a type stores; nil if it has something mutable.
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

  /// Whether an instance of another module's type may give different answers later.
  private func mayChange(_ name: String) -> Bool {
    !ValueTypes.isKnown(name) && !FrameworkValues.names.contains(name) && !IdleTypes.alwaysAnswerTheSame(name)
      && !table.typeNames.contains(name)
  }

  func contains(_ type: TypeSymbol.ID) -> Bool { all.contains(type) }
}
