/// The types to migrate: each `ObservableObject`, and each type that is `@Observable` already.
struct Models: Sendable {
  enum Role: Sendable {
    /// A class, or a declaration written like one, that is an `ObservableObject`.
    case model
    /// A protocol whose conformers are `ObservableObject`s.
    case contract
    case converted
  }

  private let roles: [Role?]
  /// The types that have yet to be converted.
  let candidates: [TypeSymbol.ID]
  /// The names by which these types may be initialized, without enclosing types.
  let names: Set<String>
  /// Classes without any announcement of changes.
  private var quiet: Set<TypeSymbol.ID> = []
  /// The quiet classes with variables.
  private var silent: Set<TypeSymbol.ID> = []
  /// Classes of families that may announce more than changes of published properties.
  private var announcingMore: Set<TypeSymbol.ID> = []

  init(_ table: SymbolTable, _ surveys: [FileSurvey]) {
    let conforming = Set(table.types.filter { $0.inherited.contains(where: \.resolved.isObservableObject) }.map(\.id))
    var roles: [Role?] = []
    for symbol in table.types {
      if !conforming.isDisjoint(with: table.supertypes[symbol.id]) {
        roles.append(symbol.kind == .protocol ? .contract : .model)
      } else {
        // Whatever an unknown superclass publishes reaches views only through their wrappers.
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

  /// Whether a model becomes `@Observable`. A model without announcements only conforms to `Observable`: with the
  /// macro, views would begin to follow its variables.
  func getsMacro(_ id: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    roles[id] == .model && !table.types[id].hasMacro && !silent.contains(id)
  }

  /// Whether no change of a model is announced, even if there is nothing to change.
  func isQuiet(_ id: TypeSymbol.ID) -> Bool { quiet.contains(id) }

  /// Whether a model may announce more than changes of its published properties: by hand, or by `@AppStorage`.
  func announcesMore(_ id: TypeSymbol.ID) -> Bool { announcingMore.contains(id) }

  /// Whether a model announces no changes, though its variables change.
  func isSilent(_ id: TypeSymbol.ID) -> Bool { silent.contains(id) }

  private mutating func findSilentClasses(_ table: SymbolTable, _ surveys: [FileSurvey]) {
    var mentioned: Set<TypeSymbol.ID> = []
    for (file, survey) in surveys.enumerated() {
      for use in survey.publisherUses {
        let types = table.objects(of: use, in: file)
        // A use of an unknown object may mean any candidate.
        mentioned.formUnion(types.isEmpty ? candidates : types)
      }
    }
    let classes = candidates.filter { roles[$0] == .model && table.types[$0].isClass }
    func announcesMore(_ id: TypeSymbol.ID) -> Bool {
      table.announcingTypes.contains(id) || !table.announcesPublishedOnly(id)
        || table.types[id].members["objectWillChange"] != nil || table.unknownSuperclass(of: id) != nil
    }
    let announcing = classes.filter { id in
      table.types[id].publishes || table.types[id].hasMacro || mentioned.contains(id) || announcesMore(id)
    }
    // A superclass's announcements count for its subclasses as well, and the macro is for whole families.
    var families: [TypeSymbol.ID: [TypeSymbol.ID]] = [:]
    for id in classes { families[table.superclasses[id].last ?? id, default: []].append(id) }
    let loud = Set(announcing.map { table.superclasses[$0].last ?? $0 })
    for family in families.values where family.contains(where: announcesMore) { announcingMore.formUnion(family) }
    for (root, family) in families where !loud.contains(root) {
      quiet.formUnion(family)
      if family.contains(where: { table.types[$0].members.values.joined().contains(where: \.isVariable) }) {
        silent.formUnion(family)
      }
    }
  }

  subscript(id: TypeSymbol.ID) -> Role? { roles[id] }

  func isCandidate(_ id: TypeSymbol.ID) -> Bool { roles[id] == .model || roles[id] == .contract }
}
