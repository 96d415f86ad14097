/// What changes without that anything could observe it: variables outside of models, and those of objects that are none.
struct UnobservedState {
  private let project: Project
  /// `Theme.accent`, `shared.accent`
  private var accesses: Set<String> = []
  private var globals: Set<String> = []

  init(_ project: Project) {
    self.project = project
    let (table, changed) = (project.table, project.reach.changedNames)
    for type in table.types {
      let isPlain = type.kind == .class && !project.isObservable(type.id)
      for (name, members) in type.members {
        guard let member = members.first, member.kind == .property, member.isStored else { continue }
        let last = type.name.split(separator: ".").last.map(String.init) ?? type.name
        if member.isStatic, !member.isLet, changed.contains(name), !project.isObserved(member, type) {
          accesses.insert("\(last).\(name)")
          if project.models[type.id] == .model { accesses.insert("Self.\(name)") }
        } else if isPlain, !member.isStatic, !member.isLet, member.access != .type, changed.contains(name),
          type.members["shared"]?.contains(where: \.isStatic) == true
        {
          accesses.insert("shared.\(name)")
        }
      }
    }
    for name in project.reach.names where changed.contains(name) {
      let isVariable = table.globals(name).contains {
        $0.member.kind == .property && $0.member.isStored && !$0.member.isLet
      }
      if isVariable { globals.insert(name) }
    }
  }

  /// The first of what some code reads.
  func first(in reads: ViewReach.Reads) -> String? {
    if let access = reads.accesses.intersection(accesses).min() {
      // Of which type the shared object is.
      guard access.hasPrefix("shared.") else { return access }
      let isPlain = reads.accesses.contains { other in
        other.hasSuffix(".shared")
          && project.table.types.contains { type in
            type.kind == .class && !project.isObservable(type.id) && other == "\(type.name).shared"
              && type.members[String(access.dropFirst("shared.".count))] != nil
          }
      }
      if isPlain { return access }
    }
    if let name = reads.names.intersection(globals).min() { return name }
    return reads.names.contains("UserDefaults") ? "UserDefaults" : nil
  }

  /// The same, or else the name of what it reads outside of models, of which that follows.
  func source(of reads: ViewReach.Reads) -> String? {
    first(in: reads) ?? reads.names.filter { project.reach.yields[$0].flatMap(first) != nil }.min()
  }

  /// The variables that views show of a model, and that a superclass stores which isn't observable.
  func inherited(by model: TypeSymbol.ID) -> [(property: String, superclass: TypeSymbol.ID)] {
    project.table.superclasses(of: model).filter { !project.isObservable($0) }.flatMap { superclass in
      let symbol = project.table.types[superclass]
      return symbol.members.keys.sorted().filter { name in
        guard let member = symbol.storedProperty(name), !member.isLet, !member.keepsSubscriptions,
          member.attributes.isEmpty
        else { return false }
        let reads = member.access == .type ? project.reach.types[superclass] : project.reach.shown
        return reads?.names.contains(name) == true
      }
      .map { ($0, superclass) }
    }
  }

  /// A static variable of a type that is changed, and read outside of models.
  func variable(of type: TypeSymbol.ID) -> String? {
    let symbol = project.table.types[type]
    let last = symbol.name.split(separator: ".").last.map(String.init) ?? symbol.name
    return symbol.members.keys.map { "\(last).\($0)" }.filter { name in
      accesses.contains(name) && project.reach.outside.accesses.contains(name)
    }
    .min()
  }

  /// A property that views show of an object which a model stores, where that isn't observable.
  func partOfObject(in key: PropertyKey) -> (property: String, type: String)? {
    let table = project.table
    guard let member = table.types[key.type].storedProperty(key.name),
      case .type(let object) = table.type(of: member, in: table.types[key.type].scope),
      table.types[object].kind == .class, !project.isObservable(object)
    else { return nil }
    let names = table.types[object].members.filter { name, members in
      members.contains { $0.kind == .property && $0.isStored && !$0.isLet && !$0.isStatic && $0.access != .type }
        && project.reach.changedNames.contains(name) && project.reach.shown.accesses.contains("\(key.name).\(name)")
    }
    return names.keys.min().map { ($0, table.types[object].name) }
  }
}

extension Project {
  /// Whether something notices changes of an object.
  fileprivate func isObservable(_ type: TypeSymbol.ID) -> Bool {
    ([type] + table.superclasses(of: type)).contains { type in
      models[type] != nil || table.types[type].hasMacro
        || table.types[type].inherited.contains { $0.type.lastName == "Observable" }
        || table.types[type].attributes.contains { !KnownAttributes.contains($0) }
    }
  }

  /// Whether a static property is an object that is observed, or has a wrapper.
  fileprivate func isObserved(_ member: Member, _ type: TypeSymbol) -> Bool {
    if !member.attributes.allSatisfy({ $0.hasSuffix("Actor") }) { return true }
    guard case .type(let value) = table.type(of: member, in: type.scope) else { return false }
    return isObservable(value)
  }
}
