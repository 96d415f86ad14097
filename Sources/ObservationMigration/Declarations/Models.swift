/// Which types the migration is about: those that are an `ObservableObject`, and those that are `@Observable` already.
struct Models: Sendable {
  enum Role: Sendable {
    /// A class, or what is written like one, that is an `ObservableObject`.
    case model
    /// A protocol that makes its conformers one.
    case contract
    /// It was converted before.
    case converted
  }

  private let roles: [Role?]
  /// All that have yet to be converted.
  let candidates: [TypeSymbol.ID]
  /// What all of them may be called where they're made, without the types that they stand in.
  let names: Set<String>
  /// Classes that announce no changes at all.
  private var quiet: Set<TypeSymbol.ID> = []
  /// The quiet classes that store something that changes.
  private var silent: Set<TypeSymbol.ID> = []

  init(_ table: SymbolTable, _ surveys: [FileSurvey]) {
    var known: [Bool?] = Array(repeating: nil, count: table.types.count)
    func isObservableObject(_ id: TypeSymbol.ID) -> Bool {
      if let known = known[id] { return known }
      // What inherits from itself does not compile, and is none.
      known[id] = false
      let result = table.types[id].inherited.contains { isObservableObject($0.resolved) }
      known[id] = result
      return result
    }
    func isObservableObject(_ type: ResolvedType) -> Bool {
      switch type {
      case .observableObject: true
      case .type(let id): isObservableObject(id)
      case .composition(let parts): parts.contains { isObservableObject($0) }
      default: false
      }
    }
    var roles: [Role?] = []
    for symbol in table.types {
      if isObservableObject(symbol.id) {
        roles.append(symbol.kind == .protocol ? .contract : .model)
      } else {
        // What a superclass outside publishes reaches views through their wrappers only.
        roles.append(symbol.hasMacro && table.unknownSuperclass(of: symbol.id) == nil ? .converted : nil)
      }
    }
    self.roles = roles
    names = table.aliasNames.union(table.types.lazy.filter { roles[$0.id] != nil }.map(\.lastName)).union([
      "Self", "init",
    ])
    candidates = table.types.indices.filter { roles[$0] == .model || roles[$0] == .contract }
    findSilentClasses(table, surveys)
  }

  /// Whether a model becomes `@Observable`. One that announces nothing only conforms to `Observable`: with the macro, views would begin
  /// to follow its variables.
  func getsMacro(_ id: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    roles[id] == .model && !table.types[id].hasMacro && !silent.contains(id)
  }

  /// Whether no change of a model is announced, be it that it stores nothing that changes.
  func isQuiet(_ id: TypeSymbol.ID) -> Bool { quiet.contains(id) }

  /// Whether a model announces no changes, though it stores what changes.
  func isSilent(_ id: TypeSymbol.ID) -> Bool { silent.contains(id) }

  private mutating func findSilentClasses(_ table: SymbolTable, _ surveys: [FileSurvey]) {
    var mentioned: Set<TypeSymbol.ID> = []
    for (file, survey) in surveys.enumerated() {
      for use in survey.publisherUses {
        let types = table.objects(of: use, in: file)
        // It may be any of them.
        mentioned.formUnion(types.isEmpty ? candidates : types)
      }
    }
    let classes = candidates.filter { roles[$0] == .model && table.types[$0].isClass }
    let announcing = classes.filter { id in
      let symbol = table.types[id]
      return symbol.publishes || symbol.hasMacro || table.announcingTypes.contains(id) || mentioned.contains(id)
        || !table.announcesPublishedOnly(id) || symbol.members["objectWillChange"] != nil
        || table.unknownSuperclass(of: id) != nil
    }
    // What a superclass announces is announced for its subclasses as well, and the macro is for whole families.
    var families: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    for id in classes { families[table.superclasses(of: id).last ?? id, default: []].append(id) }
    let loud = Set(announcing.map { table.superclasses(of: $0).last ?? $0 })
    for (root, family) in families where !loud.contains(root) {
      quiet.formUnion(family)
      let storesVariables = family.contains { id in
        table.types[id].members.values.joined().contains { $0.isStored && !$0.isLet && !$0.isStatic }
      }
      if storesVariables { silent.formUnion(family) }
    }
  }

  subscript(id: TypeSymbol.ID) -> Role? { roles[id] }

  func isCandidate(_ id: TypeSymbol.ID) -> Bool {
    roles[id] == .model || roles[id] == .contract
  }
}
