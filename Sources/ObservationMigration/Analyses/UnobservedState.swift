/// Which unobserved variables do views and members of models show? Variables outside of models, and variables of
/// objects other than models.
struct UnobservedState: Sendable {
  /// Something untracked that code shows.
  struct Source: Sendable {
    /// The name of a variable, or of the function or the computed property that leads to it.
    let text: String
    /// The variables on which the shown value depends; none for the time.
    let variables: Set<JointChanges.Variable>
    var isTime: Bool { CodeUnit.times.contains(text) }
  }

  private let table: SymbolTable
  private let models: Models
  private let reach: ViewReach
  /// `Theme.accent`, `shared.accent`
  private var accesses: Set<String> = []
  private var globals: Set<String> = []
  let objects: PlainObjects
  private let changingTypes: ChangingTypes
  /// The models without announcements to which properties of models lead, by the names of the properties.
  private var quietModels: [String: Set<TypeSymbol.ID>] = [:]
  /// The models without announcements that alone have a member of a name.
  private var quietOwners: [String: TypeSymbol.ID] = [:]

  /// The views that show something untracked, by the types of the objects that they hold.
  private(set) var viewsBeside: [TypeSymbol.ID: Set<TypeSymbol.ID>] = [:]

  init(_ table: SymbolTable, _ models: Models, _ reach: ViewReach) {
    self.table = table
    self.models = models
    self.reach = reach
    let changed = reach.changedNames
    objects = PlainObjects(table, models, reach)
    changingTypes = ChangingTypes(table, models, reach)
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
    if table.types.indices.contains(where: isQuiet) {
      let owners = table.types.reduce(into: [String: [TypeSymbol.ID]]()) { owners, type in
        for name in type.members.keys { owners[name, default: []].append(type.id) }
      }
      quietOwners = owners.compactMapValues { $0.count == 1 && isQuiet($0[0]) ? $0[0] : nil }
      for holder in models.candidates {
        for name in Set(table.supertypes[holder].flatMap { table.types[$0].members.keys }) {
          let quiet = table.symbols(behind: name, of: holder).filter(isQuiet)
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
      let held = Set(view.members.keys.flatMap { table.symbols(behind: $0, of: view.id) })
      let showsState =
        !held.isEmpty
        && view.declaringFiles.contains { file in
          !sources(of: reach.reads(of: view, in: file), in: view.id).isEmpty
        }
      if showsState { for type in held { viewsBeside[type, default: []].insert(view.id) } }
    }
  }

  /// Whether a name means the same variable everywhere: one outside of types, or a static one.
  func isOfAllFiles(_ source: String) -> Bool {
    globals.contains(source) || accesses.contains(source) && !source.hasPrefix("shared.") && !source.hasPrefix("Self.")
      || source == "UserDefaults" || CodeUnit.times.contains(source)
  }

  /// The untracked variables among some reads, without parts of objects.
  private func variables(in reads: ViewReach.Reads) -> [Source] {
    let shown = reads.accesses.intersection(accesses).sorted().filter { access in
      guard access.hasPrefix("shared.") else { return true }
      // Several types may have a `shared` object: find the type meant.
      return reads.accesses.contains { other in
        other.hasSuffix(".shared")
          && table.types.contains { type in
            type.kind == .class && !table.isObservable(type.id, models) && other == "\(type.name).shared"
              && type.members[String(access.dropFirst("shared.".count))] != nil
          }
      }
    }
    let names = reads.free.intersection(globals).sorted()
    return shown.map { source($0, of: $0.baseAndName?.name ?? $0) } + names.map { source($0, of: $0) }
      + (reads.names.contains("UserDefaults") ? [Source(text: "UserDefaults", variables: [.defaults])] : [])
  }

  private func source(_ text: String, of name: String) -> Source {
    Source(text: text, variables: [JointChanges.Variable(name: name, type: nil)])
  }

  /// A part of an unobserved object: `session.token`.
  private func source(ofPart access: String) -> Source {
    let name = access.baseAndName?.name ?? access
    return Source(text: access, variables: variables(behind: name, of: objects.objects(with: access)))
  }

  /// The variables on which a member of some classes depends, with those of other types that have to be found by name.
  func variables(behind member: String, of classes: [TypeSymbol.ID]) -> Set<JointChanges.Variable> {
    let names = closure(of: [member]) { name in
      classes.reduce(into: reach.yields[name]?.reads.names ?? []) { names, type in
        names.formUnion(reach.namesBehind[PropertyKey(type: type, name: name)] ?? [])
      }
    }
    let start: Set<JointChanges.Variable> = table.haveDefaults(names, in: classes) ? [.defaults] : []
    return names.intersection(reach.changedNames).reduce(into: start) { variables, name in
      let owners = classes.filter { !table.members(name, of: $0).isEmpty }
      variables.formUnion(owners.map { JointChanges.Variable(name: name, type: $0) })
      if owners.isEmpty { variables.insert(JointChanges.Variable(name: name, type: nil)) }
    }
  }

  /// The untracked state that a view reads, by its own name or by the name of the declaration outside of models through
  /// which the view reads it.
  func sources(of reads: ViewReach.Reads, in view: TypeSymbol.ID) -> [Source] {
    let ownParts = reads.accesses.filter { objects.isPart($0, meantIn: view) }.sorted().map(source(ofPart:))
    // The view's own members are among the reads already, and members of its models are examined separately.
    let parts = Set(
      reads.accesses.compactMap(\.baseAndName).filter { base, name in
        reach.yields[name] != nil && isMember(name, behind: base, of: view)
      }
      .map(\.name)
    )
    let called = reads.called
    let foreign = reads.names.filter { name in
      guard let yield = reach.yields[name], !parts.contains(name), table.types[view].members[name] == nil else {
        return false
      }
      return objects.isAmbiguous(name, beside: yield.types)
        ? isMeant(name, of: yield, in: reads, of: view) : called.contains(name) || yield.isStatic
    }
    // A function outside of types, or reached through the name of its type, is known for sure, so its reads may include a computed property,
    // too.
    let functions = reads.accesses.compactMap(\.baseAndName).filter { access in
      isStaticMember(access)
    }
    .map(\.name)
    let outside = foreign.filter { reach.yields[$0]?.types.isEmpty == true }
    let further = (functions + outside).reduce(into: Set<String>()) {
      $0.formUnion(reach.yields[$1]?.reads.names ?? [])
    }
    return variables(in: reads) + ownParts + yielded(to: foreign) + yielded(to: further.subtracting(reads.names))
      + times(in: reads)
  }

  private func times(in reads: ViewReach.Reads) -> [Source] {
    CodeUnit.times.filter(reads.accesses.contains).map { Source(text: $0, variables: []) }
  }

  /// The functions and computed properties among these that read untracked state.
  private func yielded(to names: Set<String>) -> [Source] {
    let yields = names.sorted().compactMap { name in reach.yields[name].map { (name: name, reads: $0.reads) } }
    let direct = yields.compactMap { name, reads -> Source? in
      let all = variables(in: reads)
      return all.isEmpty ? nil : Source(text: name, variables: all.reduce(into: []) { $0.formUnion($1.variables) })
    }
    return direct + yields.compactMap { objects.partsOfYields[$0.name] }.map(source(ofPart:))
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

  /// Whether an access such as `Filter.rows` means a static member that reads untracked state, also one of a superclass or of a
  /// protocol.
  private func isStaticMember(_ access: (base: String, name: String)) -> Bool {
    guard let yield = reach.yields[access.name] else { return false }
    if yield.types.contains(where: { table.types[$0].lastName == access.base }) { return true }
    return table.types(named: access.base).contains { table.supertypes[$0].contains(where: yield.types.contains) }
  }

  /// Whether a property of a view leads to a model with a member of this name that isn't converted yet.
  private func isMember(_ name: String, behind property: String, of view: TypeSymbol.ID) -> Bool {
    table.symbols(behind: property, of: view).contains {
      models.isCandidate($0) && !table.members(name, of: $0).isEmpty
    }
  }

  /// The untracked state that a model's member reads, if views can run the member.
  func sources(of member: PropertyKey) -> [Source] {
    // Without views in the files, other code has to use the member.
    guard reach.hasViews || reach.membersOfOthers.contains(member.name), !isAction(member),
      let reads = reach.members[member]
    else { return [] }
    return variables(in: reads) + requests(of: reads, by: member.type)
  }

  /// The members of models without announcements that a view reads and that depend on untracked state:
  /// `settings.title`.
  ///
  /// Such a model updates no view, but the view's other models have refreshed the shown value.
  func sourcesInQuietModels(of reads: ViewReach.Reads, in view: TypeSymbol.ID) -> [Source] {
    let called = reads.called
    let ofArguments = called.reduce(into: Set<String>()) { accesses, name in
      // `Formatter(player: player).text`, beside a `text` of others.
      for (owner, read) in reach.accessesOfYields[name] ?? [:]
      where owner.map({ called.contains(table.types[$0].lastName) }) ?? true {
        accesses.formUnion(read)
      }
    }
    return reads.accesses.union(ofArguments).sorted().compactMap { access in
      guard let (base, name) = access.baseAndName else { return nil }
      var models = quietModels[base, default: []].union(quietModels(behind: base, of: view))
      if models.isEmpty, ofArguments.contains(access), let owner = quietOwners[name] { models = [owner] }
      models = models.filter { showsUnobservedState(name, of: $0) }
      if models.isEmpty { return nil }
      let keys = models.reduce(into: Set<PropertyKey>()) { $0.formUnion(self.keys(readBy: name, of: $1)) }
      let variables = keys.reduce(into: Set<JointChanges.Variable>()) { variables, key in
        if table.types[key.type].storedProperty(key.name) != nil, !isTracked(key) {
          variables.insert(JointChanges.Variable(name: key.name, type: key.type))
        }
        for source in sources(of: key) { variables.formUnion(source.variables) }
        variables.formUnion(self.variables(ofShownPartsIn: key))
      }
      return Source(text: access, variables: variables)
    }
  }

  /// The variables of the unobserved object in a property that views show.
  func variables(ofShownPartsIn key: PropertyKey) -> Set<JointChanges.Variable> {
    guard let parts = objects.shownParts(in: key) else { return [] }
    return parts.properties.reduce(into: []) { $0.formUnion(variables(behind: $1, of: [parts.object])) }
  }

  /// Whether a model announces nothing: an object that is `@Observable` already tells of its tracked variables only.
  private func isQuiet(_ id: TypeSymbol.ID) -> Bool {
    models.isQuiet(id) || models[id] != nil && table.types[id].hasMacro
  }

  /// The models without announcements to which a property leads; of a protocol, those that conform to it.
  private func quietModels(behind property: String, of type: TypeSymbol.ID) -> [TypeSymbol.ID] {
    table.symbols(behind: property, of: type).flatMap { id in
      isQuiet(id) ? [id] : models[id] == .contract ? (table.subtypes[id] ?? []).filter(isQuiet) : []
    }
  }

  /// Whether a member of a model without announcements depends on untracked state, directly or through other members.
  /// Variables of the model count, too.
  private func showsUnobservedState(_ name: String, of model: TypeSymbol.ID) -> Bool {
    let keys = keys(readBy: name, of: model)
    return keys.contains { key in
      let variable = table.types[key.type].storedProperty(key.name).flatMap { $0.isLet || isTracked(key) ? nil : $0 }
      let functions = Set(keys.lazy.filter { $0.type == key.type }.map(\.name))
      if let variable, table.types[key.type].onlyKeeps(variable, madeBy: functions) { return false }
      return variable.map { reach.changesLater($0, of: key.type, table) } == true || objects.shownParts(in: key) != nil
        || !sources(of: key).isEmpty
    }
  }

  /// Whether the macro that a type has already tracks a property.
  private func isTracked(_ key: PropertyKey) -> Bool {
    let symbol = table.types[key.type]
    return symbol.hasMacro && symbol.storedProperty(key.name)?.hasAttribute("ObservationIgnored") == false
  }

  /// A member of a model, and the members read by the member, directly or through each other; superclasses included.
  func keys(readBy name: String, of model: TypeSymbol.ID) -> Set<PropertyKey> {
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

  /// The static variables of a type that are changed, and read outside of models to show something.
  func variables(of type: TypeSymbol.ID) -> [Source] {
    let symbol = table.types[type]
    return symbol.members.keys.sorted().compactMap { name in
      let access = "\(symbol.lastName).\(name)"
      let isShown =
        accesses.contains(access) && reach.outside.accesses.contains(access) && reach.showsAccess(access)
      return isShown ? source(access, of: name) : nil
    }
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
  /// The requests to objects stored by the type, such as `service.favourites()`, whose answers may change later.
  private func requests(of reads: ViewReach.Reads, by type: TypeSymbol.ID) -> [Source] {
    reads.accesses.sorted().compactMap { access in
      guard let (base, name) = access.baseAndName,
        let (declared, classes) = objects.classes(in: PropertyKey(type: type, name: base)),
        !table.members(name, of: declared).isEmpty,
        objects.shownParts(in: PropertyKey(type: type, name: base))?.properties.contains(name) != true
      else { return nil }
      let answering = classes.filter { object in
        // Stored properties are examined separately.
        table.members(name, of: object).contains { part, _ in !part.isStored && !part.isStatic && part.type != nil }
          && changingTypes.contains(object)
      }
      return answering.isEmpty ? nil : Source(text: access, variables: variables(behind: name, of: answering))
    }
  }
}
