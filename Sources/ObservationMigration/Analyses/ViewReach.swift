/// Which parts of the models can views read, and which parts change?
///
/// What views read is followed from their code: see ``ViewPaths``. A change counts for each member that the changed name
/// may mean, by the type of its base: see ``MemberOwners``. The answer may include too much, never too little; except for
/// ``reads(of:in:)``, on which only notes depend.
struct ViewReach: Sendable {
  typealias Reads = CodeUnit.Reads

  /// The reads of all functions and computed properties with one name.
  struct Yield: Sendable {
    var reads = Reads()
    var types: Set<TypeSymbol.ID> = []
    var isStatic = false
  }

  /// Why a variable isn't tracked though views can show it.
  enum Obstacle: Sendable {
    /// `deinit` reads the variable, and couldn't read a tracked one in an isolated class.
    case readAtEnd
    /// The variable is `nonisolated(unsafe)`, which only stored properties can be.
    case unsafe
  }

  /// Unpublished stored variables of models on which the output of a view can depend.
  private(set) var properties: Set<PropertyKey> = []
  /// Variables that only keep what functions have made: see ``isCache(_:of:_:)``.
  private(set) var caches: Set<PropertyKey> = []
  /// The names of functions that actions call, and functions without a result.
  private var calledByActions: Set<String> = []
  /// Other such variables, which the macro can't turn into computed properties.
  private(set) var untrackable: [PropertyKey: Obstacle] = [:]
  /// The reads of all code that views can run to show something.
  private(set) var shown = Reads()
  /// The reads of code outside of models.
  private(set) var outside = Reads()
  /// The reads of such code outside of all types.
  private(set) var loose = Reads()
  /// All names that any code reads.
  private(set) var names: Set<String> = []
  /// The names of members of other instances read outside of models: `account` of `store.account`.
  private(set) var membersOfOthers: Set<String> = []
  /// The functions and computed properties outside of models, by name, that views can run and that read something
  /// changed, directly or through each other.
  private(set) var yields: [String: Yield] = [:]
  /// What the functions and computed properties outside of models and views read of other objects: `player.title` of
  /// `func text(of player: Player)`. By their names, and by the types of which they are members; nil for functions outside of
  /// types, and for static members.
  private(set) var accessesOfYields: [String: [TypeSymbol.ID?: Set<String>]] = [:]
  /// The names that members outside of models read to yield a value, private members included.
  private(set) var namesBehind: [PropertyKey: Set<String>] = [:]
  /// The reads of the models' members that views can run, other than static ones.
  private(set) var members: [PropertyKey: Reads] = [:]
  /// The reads of each type's code, nested types included; of a model's code, what views can run.
  private(set) var types: [TypeSymbol.ID: Reads] = [:]
  /// The reads by which each type shows something, or computes a value that a view can show.
  private(set) var showing: [TypeSymbol.ID: Reads] = [:]
  /// The reads by which types other than models show something, by file: several files may declare a type of one name.
  private var shownByTypes: [TypeSymbol.ID: [Int: Reads]] = [:]
  private(set) var equality: [TypeSymbol.ID: Equality] = [:]
  private(set) var changedNames: Set<String> = []
  private let paths: ViewPaths
  private let graph: CodeGraph
  private let changes: Changes
  private let replacements: Changes
  private let assignments: Changes
  private let clearings: Changes
  private let bindings: Changes
  private let edits: Changes
  private let bindingsOfParts: Changes

  init(_ surveys: [FileSurvey], _ graph: CodeGraph, _ table: SymbolTable, _ models: Models) {
    let initialFunctions = graph.functionsRunInitially
    func changes(_ names: (CodeUnits.Changes) -> ChangedNames) -> Changes {
      Changes(surveys, names, initialFunctions, table)
    }
    self.changes = changes(\.changed)
    replacements = changes(\.replaced)
    assignments = Changes(surveys, { $0.assigned }, initialFunctions, table, areTestsIncluded: false)
    clearings = changes(\.cleared)
    bindings = changes(\.bound)
    edits = changes(\.edited)
    bindingsOfParts = changes(\.boundInPart)
    let pieces = graph.pieces
    self.graph = graph
    paths = ViewPaths(graph, table, models)
    for survey in surveys { changedNames.formUnion(survey.changes.changed.keys) }
    var yielding: [CodeGraph.Piece] = []
    var acting: [TypeSymbol.ID: [CodeGraph.Piece]] = [:]
    // The types whose code SwiftUI, or other code, runs apart from the body of an enclosing view.
    let separate = Set(
      table.types.map(\.id).filter { id in
        table.isView(id) || table.isViewModifier(id) || table.isRepresentable(id) || table.types[id].kind == .class
      }
    )
    for (index, piece) in pieces.enumerated() {
      let unit = piece.unit
      if unit.role == .action || unit.role == .acting && !unit.isInitial { calledByActions.formUnion(unit.callees) }
      let isReached = paths.reached.contains(index)
      names.formUnion(unit.reads.names)
      names.formUnion(unit.implicitReads)
      names.formUnion(unit.publishers)
      if isReached { shown.formUnion(unit) }
      if let type = piece.type, models[type] == .model {
        guard isReached else { continue }
        for type in piece.types.compactMap(\.self) { types[type, default: Reads()].formUnion(unit) }
        if unit.role == .yielding, !unit.isStatic, let name = unit.name {
          members[PropertyKey(type: type, name: name), default: Reads()].formUnion(unit)
          showing[type, default: Reads()].formUnion(unit)
        }
        continue
      }
      outside.formUnion(unit)
      if unit.role == .yielding, let name = unit.name, let type = piece.type {
        namesBehind[PropertyKey(type: type, name: name), default: []].formUnion(unit.reads.names)
      }
      // SwiftUI calls the body of another view, not code by its name, which others have as well: `.font(.body)`. A
      // private member is called by its own type, whose reads include the member's.
      if isReached, unit.role == .yielding, !unit.isPrivate, unit.name != nil, unit.name != "body" {
        yielding.append(piece)
        if let name = unit.name, piece.type.map({ !table.isView($0) }) ?? true {
          let owner = unit.isStatic ? nil : piece.type
          accessesOfYields[name, default: [:]][owner, default: []].formUnion(unit.reads.accesses)
        }
      }
      let isShown = unit.role == .yielding || unit.name.map(ActionClosures.functionsCalledAtOnce.contains) ?? false
      let innermost = piece.types.lastIndex { $0.map(separate.contains) ?? false }
      for (index, type) in piece.types.enumerated() {
        guard let type else { continue }
        types[type, default: Reads()].formUnion(unit)
        if let innermost, index < innermost { continue }
        if isShown {
          guard isReached else { continue }
          shownByTypes[type, default: [:]][piece.file, default: Reads()].formUnion(unit)
          showing[type, default: Reads()].formUnion(unit)
        } else if unit.isFunction {
          acting[type, default: []].append(piece)
        }
      }
      if isReached, piece.types.isEmpty || piece.types.contains(nil) { loose.formUnion(unit) }
    }
    addCalled(acting)
    let changing = yielding.filter { piece in
      let names = piece.unit.reads.names
      return !names.isDisjoint(with: changedNames) || names.contains("UserDefaults")
    }
    let changingNames = Set(changing.compactMap(\.unit.name))
    // A function reading such a computed property depends on the same changes.
    let further = yielding.filter { !$0.unit.reads.names.isDisjoint(with: changingNames) }
    for piece in changing + further {
      guard let name = piece.unit.name, names.contains(name) else { continue }
      yields[name, default: Yield()].reads.formUnion(piece.unit)
      if let type = piece.type { yields[name, default: Yield()].types.insert(type) }
      if piece.unit.isStatic { yields[name, default: Yield()].isStatic = true }
    }
    let accesses = outside.accesses.lazy.compactMap(\.baseAndName).filter { access in
      access.base != "self" && access.base.first?.isUppercase != true
    }
    membersOfOthers = Set(accesses.map(\.name))
    var readAtEnd: [TypeSymbol.ID: Set<String>] = [:]
    for piece in pieces where piece.unit.role == .deinitializing {
      if let type = piece.type { readAtEnd[type, default: []].formUnion(piece.unit.reads.names) }
    }
    findProperties(table, models, readAtEnd)
    findEqualities(surveys, table)
  }

  /// The reads by which the code of a view, declared in `file`, shows something; without the reads of its actions.
  ///
  /// Several targets may have a view of the same name: code in a file that declares another one is left out.
  func reads(of view: TypeSymbol, in file: Int) -> Reads {
    shownByTypes[view.id, default: [:]].reduce(into: Reads()) { reads, part in
      if view.isDeclared(in: part.key, seenFrom: file) { reads.formUnion(part.value) }
    }
  }

  /// Whether code that shows something, or yields a value, reads an access such as `Theme.accent`.
  func showsAccess(_ access: String) -> Bool {
    showing.values.contains { $0.accesses.contains(access) }
      || yields.values.contains { $0.reads.accesses.contains(access) }
  }

  /// Functions without a result may work on the shown values if the code showing them calls these functions.
  private mutating func addCalled(_ acting: [TypeSymbol.ID: [CodeGraph.Piece]]) {
    for (type, pieces) in acting {
      var rest = pieces
      while true {
        let shown = shownByTypes[type, default: [:]].values.reduce(into: Set<String>()) { $0.formUnion($1.calls) }
        let called = rest.filter { $0.unit.name.map(shown.contains) ?? false }
        if called.isEmpty { break }
        rest.removeAll { $0.unit.name.map(shown.contains) ?? false }
        for piece in called {
          shownByTypes[type, default: [:]][piece.file, default: Reads()].formUnion(piece.unit)
          showing[type, default: Reads()].formUnion(piece.unit)
        }
      }
    }
  }

  /// Whether a trackable stored property of a model is tracked after the migration.
  func tracks(_ member: Member, _ key: PropertyKey, _ table: SymbolTable) -> Bool {
    member.hasAttribute("Published") || table.announcedProperties.contains(key) || properties.contains(key)
  }

  /// Whether a view of these files may read a property while it shows something, or if they have none, one of others.
  func mayShow(_ member: Member, of symbol: TypeSymbol) -> Bool { !hasViews || canShow(member, of: symbol) }

  var hasViews: Bool { paths.haveViews }

  /// Whether a view may read a property while it shows something.
  func canShow(_ member: Member, of symbol: TypeSymbol) -> Bool {
    member.access == .anyone && symbol.isPublic || paths.lead(to: member, of: symbol.id)
  }

  /// Whether some code reads a property of a type while a view shows something.
  func isRead(_ name: String, of type: TypeSymbol.ID, by readers: Set<CodeGraph.CodePlace>) -> Bool {
    graph.isRead(name, of: type, by: readers, reached: paths.reached)
  }

  /// What views run to show the value of a property; nil if no view reads the property.
  func showing(_ property: PropertyKey, _ values: Set<TypeSymbol.ID>) -> CodeGraph.Showing? {
    graph.showing(property, values, reached: paths.reached)
  }

  /// The views that read a member of a model, directly or through members that do; nil if other code may show it.
  func views(reading member: PropertyKey) -> Set<TypeSymbol.ID>? {
    hasViews ? graph.views(reading: member, reached: paths.reached) : nil
  }

  /// Whether any code may change a property of a model.
  func changes(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    changes.contain(member, of: type, table)
  }

  /// Whether a property is assigned values, but never nil, so that each assignment is an event of its own, which a
  /// comparison with an equal old value would miss.
  func isUsedAsEvent(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    let isOptional = member.typeText.map { $0.hasSuffix("?") || $0.hasPrefix("Optional<") } ?? false
    return isOptional && changes.contain(member, of: type, table) && !clearings.contain(member, of: type, table)
  }

  /// Whether any code may change a property of a model after the object was made.
  func changesLater(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    changes.contain(member, of: type, table, isInitialToo: false)
  }

  /// Whether any code changes a static variable of a type.
  func changesStatic(_ member: Member, of type: TypeSymbol, _ table: SymbolTable) -> Bool {
    changes.surelyContain(member, of: type.id, table)
  }

  /// Whether code assigns a value after the object was made, to be compared with the old one. Only known owners of a name
  /// count: many types of frameworks have a `path`.
  func assigns(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    assignments.contain(member, of: type, table, isInitialToo: false, knownOwnersOnly: true)
  }

  /// Whether a binding may assign a property.
  func binds(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    bindings.contain(member, of: type, table)
  }

  /// Whether a control may assign a property, or a part of its value.
  func edits(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    edits.contain(member, of: type, table, knownOwnersOnly: true)
  }

  /// Whether a binding to a part of its value may assign a property.
  func bindsPart(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    bindingsOfParts.contain(member, of: type, table)
  }

  /// Whether a property may get another value as a whole, or another element.
  func replaces(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
    replacements.contain(member, of: type, table)
  }

  /// Changes of members, by name.
  private struct Changes: Sendable {
    private struct Place: Sendable {
      let file: Int
      let owners: MemberOwners
      /// The types around the code, of a name without a base.
      let types: [TypeSymbol.ID]
      let isInitial: Bool
    }

    private var places: [String: PlacesByOwner<Place>] = [:]

    init(
      _ surveys: [FileSurvey],
      _ names: (CodeUnits.Changes) -> ChangedNames,
      _ initialFunctions: Set<PropertyKey>,
      _ table: SymbolTable,
      areTestsIncluded: Bool = true
    ) {
      for (file, survey) in surveys.enumerated() where areTestsIncluded || !survey.isOfTests {
        for (name, changes) in names(survey.changes) where table.memberNames.contains(name) {
          for change in changes {
            let types = table.types(around: change.declaration, survey, in: file)
            let owners = Self.owners(of: name, change.owner, types, file, table)
            let enclosing = change.owner == .enclosing ? types.compactMap(\.self) : []
            var isInitial = change.isInitial
            if let type = enclosing.last, let function = change.function {
              isInitial = isInitial || initialFunctions.contains(PropertyKey(type: type, name: function))
            }
            let place = Place(file: file, owners: owners, types: enclosing, isInitial: isInitial)
            places[name, default: PlacesByOwner()].add(place, of: owners)
          }
        }
      }
    }

    private static func owners(
      of name: String,
      _ owner: NameChange.Owner,
      _ types: [TypeSymbol.ID?],
      _ file: Int,
      _ table: SymbolTable
    ) -> MemberOwners {
      switch owner {
      case .enclosing: return types.last.flatMap(\.self).map { .types([$0]) } ?? .any
      case .base(let base):
        guard let base, !types.contains(nil) else { return .any }
        let scope = LookupScope(file: file, types: types.compactMap(\.self))
        return table.owners(of: name, behind: base, in: scope)
      }
    }

    func contain(
      _ member: Member,
      of type: TypeSymbol.ID,
      _ table: SymbolTable,
      isInitialToo: Bool = true,
      knownOwnersOnly: Bool = false
    ) -> Bool {
      places[member.name]?.places(of: .types([type]), table).contains { place in
        if knownOwnersOnly, case .any = place.owners { return false }
        return (isInitialToo || !place.isInitial) && (!member.isChangedInFile || place.file == member.file)
      } == true
    }

    /// Whether there are changes of a static member, by code that names the type or is part of it.
    func surelyContain(_ member: Member, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
      places[member.name]?.places(of: .any, table).contains { place in
        if place.types.contains(where: { table.inherits($0, fromAll: [type]) }) { return true }
        guard place.types.isEmpty, case .types = place.owners else { return false }
        return place.owners.include(type, table)
      } == true
    }
  }

  private mutating func findProperties(
    _ table: SymbolTable,
    _ models: Models,
    _ readAtEnd: [TypeSymbol.ID: Set<String>]
  ) {
    for symbol in table.types where models.getsMacro(symbol.id, table) {
      for name in symbol.members.keys {
        // A property declared once for each platform may be published on another platform.
        let member = symbol.members[name]?.first {
          $0.kind == .property && $0.isStored && !$0.isStatic && !$0.isLet && !$0.hasAttribute("Published")
        }
        guard let member, !member.keepsSubscriptions else { continue }
        guard canShow(member, of: symbol) else { continue }
        let key = PropertyKey(type: symbol.id, name: name)
        if isCache(member, of: symbol, table) {
          caches.insert(key)
          continue
        }
        if member.isUnsafe, !member.isLazy, member.attributes.isEmpty {
          untrackable[key] = .unsafe
        } else if readAtEnd[symbol.id]?.contains(name) == true, member.attributes.isEmpty,
          table.isOnMainActor(symbol.id)
        {
          untrackable[key] = .readAtEnd
        } else {
          properties.insert(key)
        }
      }
    }
  }

  /// Whether a property is read only by functions that fill it: `player(for:)` returns the player that it has kept, or keeps
  /// a new one. If the property were tracked, each new one would update all views that have called the function.
  ///
  /// A function that actions call as well may replace a value that it returns to views, `level(of: "bass", set: 1)`, but
  /// objects are kept to be returned again.
  private func isCache(_ member: Member, of symbol: TypeSymbol, _ table: SymbolTable) -> Bool {
    let readers = members.lazy.filter { $0.key.type == symbol.id && $0.value.names.contains(member.name) }
    let readerNames = Set(readers.map(\.key.name))
    let kept = table.symbols(in: table.type(of: member, in: symbol.scope).element)
    let keepsObjects = !kept.isEmpty && kept.allSatisfy { table.types[$0].kind == .class }
    // A view that has got a kept value may depend on nothing else: emptying the dictionary has to update it.
    let changingNames = symbol.functions.filter { $0.value.changes.contains { $0.property == member.name } }.keys
    return symbol.onlyKeeps(member, madeBy: readerNames) && readerNames == Set(changingNames)
      && (keepsObjects || readerNames.isDisjoint(with: calledByActions))
  }

  /// How the values of a type are compared, if a type of the files says it.
  struct Equality {
    /// `==`, or `isEqual` of a subclass of `NSObject`.
    let function: String
    /// The type, or its superclass, that declares the function.
    let declaringType: TypeSymbol.ID
    /// The names on which the result depends.
    let names: Set<String>
    /// Whether the result depends on more than the members of the type: `left.hashValue == right.hashValue`.
    let asksOthers: Bool
  }

  /// The reads of `==` or `isEqual`, and of the members computed for it, which a subclass may override.
  private mutating func findEqualities(_ surveys: [FileSurvey], _ table: SymbolTable) {
    let functions = table.types.indices.map { table.functionOfEquality(of: $0) }
    var reads: [PropertyKey: Set<String>] = [:]
    var askingOthers: Set<TypeSymbol.ID> = []
    for (file, survey) in surveys.enumerated() {
      for unit in survey.units {
        guard let name = unit.name, let declaration = unit.declaration, unit.role == .yielding,
          let type = table.typesOfDeclarations[file][declaration], functions[type] != nil
        else { continue }
        reads[PropertyKey(type: type, name: name), default: []].formUnion(unit.reads.free.union(unit.members.keys))
        let scope = LookupScope(file: file, types: table.types[type].scope.types)
        let asksOthers = unit.members.contains { name, bases in
          table.types[type].members[name] == nil
            && bases.contains { base in base.map { table.resolve($0, in: scope) == .type(type) } ?? false }
        }
        if name == functions[type], asksOthers { askingOthers.insert(type) }
      }
    }
    for (type, function) in zip(table.types.indices, functions) {
      guard let function else { continue }
      let lineage = table.lineage(of: type)
      let declaring = lineage.first { table.types[$0].members[function] != nil }
      guard let declaring, let first = reads[PropertyKey(type: declaring, name: function)] else { continue }
      let names = closure(of: first) { name in
        lineage.reduce(into: Set()) { $0.formUnion(reads[PropertyKey(type: $1, name: name)] ?? []) }
      }
      let asksOthers = askingOthers.contains(declaring)
      equality[type] = Equality(function: function, declaringType: declaring, names: names, asksOthers: asksOthers)
    }
  }
}

extension SymbolTable {
  /// The function that compares objects: `isEqual` if a class overrides that of `NSObject`, whose `==` calls it, or else `==`.
  fileprivate func functionOfEquality(of type: TypeSymbol.ID) -> String? {
    let members = lineage(of: type).map { types[$0].members }
    let overrides = members.compactMap { $0["isEqual"] }.joined()
    // `isEqual(to:)` of the same class is no override.
    if overrides.contains(where: \.isOverride) { return "isEqual" }
    return members.contains { $0["=="] != nil } ? "==" : nil
  }
}

extension String {
  var baseAndName: (base: String, name: String)? {
    firstIndex(of: ".").map { (String(self[..<$0]), String(self[index(after: $0)...])) }
  }
}
