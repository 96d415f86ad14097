/// Which unobserved variables do views and members of models show? Variables outside of models, and variables of objects
/// other than models.
struct UnobservedState: Sendable {
  private let table: SymbolTable
  private let models: Models
  private let reach: ViewReach
  /// `Theme.accent`, `shared.accent`
  private var accesses: Set<String> = []
  private var globals: Set<String> = []
  let objects: PlainObjects
  private let changingTypes: ChangingTypes
  /// The names of a model's tracked properties.
  private var trackedNames: [TypeSymbol.ID: Set<String>] = [:]
  /// The models without announcements to which properties of models lead, by the names of the properties.
  private var quietModels: [String: Set<TypeSymbol.ID>] = [:]
  /// The types of the objects held by views that show, or may show, what changes without being tracked.
  private(set) var heldBeside: Set<TypeSymbol.ID> = []

  init(_ table: SymbolTable, _ models: Models, _ reach: ViewReach) {
    self.table = table
    self.models = models
    self.reach = reach
    let changed = reach.changedNames
    objects = PlainObjects(table, models, reach)
    changingTypes = ChangingTypes(table, models, reach)
    for type in table.types where models[type.id] == .model {
      trackedNames[type.id] = Set(
        type.members.keys.filter { name in
          type.storedProperty(name).map { reach.tracks($0, PropertyKey(type: type.id, name: name), table) } ?? false
        }
      )
    }
    for type in table.types {
      let isPlain = type.kind == .class && !table.isObservable(type.id, models)
      for (name, members) in type.members {
        guard let member = members.first, member.kind == .property, member.isStored else { continue }
        if member.isStatic, !member.isLet, reach.changesStatic(member, of: type, table), !isObserved(member, type) {
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
    if models.candidates.contains(where: models.isQuiet) {
      for holder in models.candidates {
        for name in Set(table.supertypes[holder].flatMap { table.types[$0].members.keys }) {
          let quiet = table.symbols(behind: name, of: holder).filter(models.isQuiet)
          if !quiet.isEmpty { quietModels[name, default: []].formUnion(quiet) }
        }
      }
    }
    for name in reach.names where changed.contains(name) {
      let isVariable = table.globals(name).contains {
        $0.member.kind == .property && $0.member.isStored && !$0.member.isLet
      }
      if isVariable { globals.insert(name) }
    }
    for view in table.types where table.isView(view.id) {
      let held = view.members.keys.flatMap { table.symbols(behind: $0, of: view.id) }
      let showsState =
        !held.isEmpty
        && view.declaringFiles.contains { file in
          source(of: reach.reads(of: view, in: file), in: view.id, withDefaults: true) != nil
        }
      if showsState { heldBeside.formUnion(held) }
    }
  }

  /// Whether a name means the same variable everywhere: one outside of types, or a static one.
  func isOfAllFiles(_ source: String) -> Bool {
    globals.contains(source) || accesses.contains(source) && !source.hasPrefix("shared.") && !source.hasPrefix("Self.")
      || source == "UserDefaults" || CodeUnit.times.contains(source)
  }

  /// The first untracked state among some reads.
  func first(in reads: ViewReach.Reads) -> String? {
    if let access = reads.accesses.intersection(accesses).min() {
      // Several types may have a `shared` object: find the type meant.
      guard access.hasPrefix("shared.") else { return access }
      let isPlain = reads.accesses.contains { other in
        other.hasSuffix(".shared")
          && table.types.contains { type in
            type.kind == .class && !table.isObservable(type.id, models) && other == "\(type.name).shared"
              && type.members[String(access.dropFirst("shared.".count))] != nil
          }
      }
      if isPlain { return access }
    }
    if let name = reads.free.intersection(globals).min() { return name }
    return reads.names.contains("UserDefaults") ? "UserDefaults" : nil
  }

  /// The name of the untracked state that a view reads, or else of the declaration outside of models through which the
  /// view reads such state. The user's defaults don't count if only actions read them.
  func source(of reads: ViewReach.Reads, in view: TypeSymbol.ID, withDefaults: Bool) -> String? {
    func first(in reads: ViewReach.Reads) -> String? {
      self.first(in: reads).flatMap { withDefaults || $0 != "UserDefaults" ? $0 : nil }
    }
    if let source = first(in: reads) { return source }
    if let source = reads.accesses.filter({ objects.isPart($0, meantIn: view) }).min() { return source }
    // The view's own members are among the reads already, and members of its models are examined separately.
    let parts = Set(
      reads.accesses.lazy.compactMap(\.baseAndName).filter { base, name in
        reach.yields[name] != nil && isMember(name, behind: base, of: view)
      }
      .map(\.name)
    )
    let foreign = reads.names.filter { name in
      guard let yield = reach.yields[name], !parts.contains(name), table.types[view].members[name] == nil else {
        return false
      }
      return objects.isAmbiguous(name, beside: yield.types)
        ? isMeant(name, of: yield, in: reads, of: view) : reads.called.contains(name) || yield.isStatic
    }
    if let source = yielded(to: foreign, first) { return source }
    // A function reached through the name of its type is known for sure, so its reads may include a computed property,
    // too.
    let functions = reads.accesses.compactMap(\.baseAndName).filter { table.typeNames.contains($0.base) }.map(\.name)
    let further = functions.reduce(into: Set<String>()) { $0.formUnion(reach.yields[$1]?.reads.names ?? []) }
    return yielded(to: further.subtracting(reads.names), first) ?? time(in: reads)
  }

  private func time(in reads: ViewReach.Reads) -> String? {
    CodeUnit.times.first(where: reads.accesses.contains)
  }

  /// The first of these functions and computed properties to read untracked state.
  private func yielded(to names: Set<String>, _ first: (ViewReach.Reads) -> String?) -> String? {
    let yields = names.sorted().lazy.compactMap { name in reach.yields[name].map { (name: name, yield: $0) } }
    if let found = yields.first(where: { first($0.yield.reads) != nil }) { return found.name }
    return yields.compactMap { objects.partsOfYields[$0.name] }.first
  }

  /// Whether a view reads this member. Where several types have a member of the name, the base of an access has to lead
  /// to a type with this member.
  private func isMeant(_ name: String, of yield: ViewReach.Yield, in reads: ViewReach.Reads, of view: TypeSymbol.ID)
    -> Bool
  {
    if reads.free.contains(name), yield.types.isEmpty || yield.types.contains(where: { table.areRelated($0, view) }) {
      return true
    }
    // `Labels().title`
    if reads.membersOfUnnamed.contains(name),
      yield.types.contains(where: { reads.free.contains(table.types[$0].lastName) })
    {
      return true
    }
    return reads.accesses.compactMap(\.baseAndName).contains { access in
      guard access.name == name else { return false }
      return yield.types.contains { table.types[$0].lastName == access.base || objects.leads(access.base, to: $0) }
        || table.symbols(behind: access.base, of: view).contains { type in
          yield.types.contains { table.areRelated($0, type) }
        }
    }
  }

  /// Whether a property of a view leads to a model with a member of this name.
  private func isMember(_ name: String, behind property: String, of view: TypeSymbol.ID) -> Bool {
    table.symbols(behind: property, of: view).contains { models[$0] != nil && !table.members(name, of: $0).isEmpty }
  }

  /// The untracked state that a model's member reads, if views can run the member.
  func source(of member: PropertyKey) -> String? {
    // Without views in the files, other code has to use the member.
    guard reach.hasViews || reach.membersOfOthers.contains(member.name), !isAction(member),
      let reads = reach.members[member]
    else { return nil }
    if let source = first(in: reads) { return source }
    return request(of: reads, by: member.type) ?? time(in: reads).flatMap { isTracked(member) ? nil : $0 }
  }

  /// The member of a model without announcements that a view reads and that depends on untracked state:
  /// `settings.title`.
  ///
  /// Such a model updates no view, but the view's other models have refreshed the shown value.
  func sourceInQuietModels(of reads: ViewReach.Reads, in view: TypeSymbol.ID) -> String? {
    reads.accesses.filter { access in
      guard let (base, name) = access.baseAndName else { return false }
      return quietModels[base, default: []].union(quietModels(behind: base, of: view)).contains {
        showsUnobservedState(name, of: $0)
      }
    }
    .min()
  }

  /// The models without announcements to which a property leads; of a protocol, those that conform to it.
  private func quietModels(behind property: String, of type: TypeSymbol.ID) -> [TypeSymbol.ID] {
    table.symbols(behind: property, of: type).flatMap { id in
      models.isQuiet(id) ? [id] : models[id] == .contract ? (table.subtypes[id] ?? []).filter(models.isQuiet) : []
    }
  }

  /// Whether a member of a model without announcements depends on untracked state, directly or through other members.
  /// Variables of the model count, too.
  private func showsUnobservedState(_ name: String, of model: TypeSymbol.ID) -> Bool {
    let keys = keys(readBy: name, of: model)
    return keys.contains { key in
      let variable = table.types[key.type].storedProperty(key.name).flatMap { $0.isLet ? nil : $0 }
      let functions = Set(keys.lazy.filter { $0.type == key.type }.map(\.name))
      if let variable, table.types[key.type].onlyKeeps(variable, madeBy: functions) { return false }
      return variable.map { reach.changesLater($0, of: key.type, table) } == true || objects.shownParts(in: key) != nil
        || source(of: key) != nil
    }
  }

  /// A member of a model, and the members read by the member, directly or through each other; superclasses included.
  private func keys(readBy name: String, of model: TypeSymbol.ID) -> Set<PropertyKey> {
    let types = table.lineage(of: model)
    return closure(of: types.map { PropertyKey(type: $0, name: name) }) { key in
      (reach.members[key]?.names ?? []).flatMap { name in types.map { PropertyKey(type: $0, name: name) } }
    }
  }

  /// Whether a function changes the object: such a function is called for its effect, not to show something.
  private func isAction(_ member: PropertyKey) -> Bool {
    let symbol = table.types[member.type]
    guard symbol.members[member.name]?.contains(where: { $0.kind == .function }) == true else { return false }
    return symbol.functions[member.name]?.changes.contains { table.tracked($0, of: member.type) != nil } ?? false
  }

  /// The variables of a model that views show, and that a superclass which isn't observable stores.
  func inherited(by model: TypeSymbol.ID) -> [(property: String, superclass: TypeSymbol.ID)] {
    table.superclasses[model].filter { !table.isObservable($0, models) }.flatMap { superclass in
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

  /// A static variable of a type that is changed, and read outside of models to show something.
  func variable(of type: TypeSymbol.ID) -> String? {
    let symbol = table.types[type]
    return symbol.members.keys.map { "\(symbol.lastName).\($0)" }.filter { name in
      accesses.contains(name) && reach.outside.accesses.contains(name) && reach.showsAccess(name)
    }
    .min()
  }

  /// Whether a static property has a wrapper, or holds an observed object.
  private func isObserved(_ member: Member, _ type: TypeSymbol) -> Bool {
    if !member.attributes.allSatisfy({ $0.hasSuffix("Actor") }) { return true }
    guard case .type(let value) = table.type(of: member, in: type.scope) else { return false }
    return table.isObservable(value, models)
  }
}

// MARK: - Requests of models

extension UnobservedState {
  /// Whether the value of a member depends on tracked properties.
  private func isTracked(_ member: PropertyKey) -> Bool {
    let types = table.lineage(of: member.type)
    return keys(readBy: member.name, of: member.type).contains { key in
      trackedNames[key.type]?.contains(key.name) == true
        || reach.members[key]?.accesses.lazy.compactMap(\.baseAndName).contains {
          isTracked($0.name, behind: $0.base, types)
        } == true
    }
  }

  /// Whether a property of these types leads to a model with a tracked property of this name.
  private func isTracked(_ name: String, behind property: String, _ types: [TypeSymbol.ID]) -> Bool {
    types.contains { type in
      table.types[type].members[property]?.contains { member in
        table.symbols(in: table.type(of: member, in: table.types[type].scope)).contains { object in
          table.lineage(of: object).contains { trackedNames[$0]?.contains(name) == true }
        }
      } == true
    }
  }

  /// The first request to an object stored by the type, such as `service.favourites()`, whose answer may change later.
  private func request(of reads: ViewReach.Reads, by type: TypeSymbol.ID) -> String? {
    reads.accesses.sorted().first { access in
      guard let (base, name) = access.baseAndName,
        let (declared, classes) = objects.classes(in: PropertyKey(type: type, name: base)),
        !table.members(name, of: declared).isEmpty,
        objects.shownParts(in: PropertyKey(type: type, name: base))?.properties.contains(name) != true
      else { return false }
      return classes.contains { object in
        // Stored properties are examined separately.
        table.members(name, of: object).contains { part, _ in !part.isStored && !part.isStatic && part.type != nil }
          && changingTypes.contains(object)
      }
    }
  }
}
