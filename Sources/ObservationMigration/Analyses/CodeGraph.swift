/// The code of all files, and where each name in it may lead.
///
/// Each read name is followed to the members that it may mean: those of the types that its base can have. Where the type
/// of a base isn't known, all members of the name are followed, so the answer may include too much, never too little.
struct CodeGraph: Sendable {
  /// A file, and the innermost type around some code in it.
  struct CodePlace: Hashable, Sendable {
    let file: Int
    let type: TypeSymbol.ID?
  }

  /// A unit with its place.
  struct Piece: Sendable {
    let unit: CodeUnit
    let file: Int
    /// The enclosing types, innermost last; nil for a type declared elsewhere.
    let types: [TypeSymbol.ID?]

    init(_ unit: CodeUnit, _ survey: FileSurvey, in file: Int, _ table: SymbolTable) {
      self.unit = unit
      self.file = file
      types = table.types(around: unit.declaration, survey, in: file)
    }

    /// The innermost enclosing type.
    var type: TypeSymbol.ID? { types.last ?? nil }
  }

  let pieces: [Piece]
  let table: SymbolTable
  private let models: Models
  private var piecesByName: [String: PlacesByOwner<Int>] = [:]
  /// The pieces that read a member of a name.
  private(set) var readersByName: [String: [Int]] = [:]
  /// The code that runs when a value of a type is made: initializers and initial values.
  private(set) var initialPieces: [TypeSymbol.ID: [Int]] = [:]
  private(set) var typesByName: [String: [TypeSymbol.ID]] = [:]
  /// The values of lazy variables.
  private var lazyPieces: [TypeSymbol.ID: [Int]] = [:]
  private var mutatingMethods: Set<String> = []
  /// The subclasses of each class of another module.
  private var subclasses: [String: Set<TypeSymbol.ID>] = [:]

  init(_ surveys: [FileSurvey], _ table: SymbolTable, _ models: Models) {
    (self.table, self.models) = (table, models)
    pieces = surveys.enumerated().flatMap { file, survey in
      survey.units.map { Piece($0, survey, in: file, table) }
    }
    for type in table.types {
      typesByName[type.lastName, default: []].append(type.id)
      for member in type.members.values.joined() where member.isMutating { mutatingMethods.insert(member.name) }
      for superclass in table.foreignSupertypes(of: type.id) { subclasses[superclass, default: []].insert(type.id) }
    }
    for (index, piece) in pieces.enumerated() {
      if let name = piece.unit.name { piecesByName[name, default: PlacesByOwner()].add(index, of: piece.owners) }
      let isInitial = piece.unit.isInitial || piece.unit.role == .acting && !piece.unit.isFunction
      guard let type = piece.type else { continue }
      if isInitial { initialPieces[type, default: []].append(index) }
      if !piece.unit.isFunction, !piece.unit.isAccessor, let name = piece.unit.name,
        table.types[type].storedProperty(name)?.isLazy == true
      {
        lazyPieces[type, default: []].append(index)
      }
    }
    for (index, piece) in pieces.enumerated() {
      for name in piece.unit.reads.names where isMember(name) { readersByName[name, default: []].append(index) }
    }
  }
}

extension CodeGraph {
  /// The code that runs because other code does, and what all of it reads.
  struct Paths: Sendable {
    /// The indices of the pieces.
    fileprivate(set) var reached: Set<Int> = []
    /// The pieces that run in tasks, which the code starts. They aren't followed.
    fileprivate(set) var started: Set<Int> = []
    /// For each name that the code reads, the types whose member the name may mean.
    fileprivate var owners: [Use: MemberOwners] = [:]
    /// The names of members that a new object reads of itself before its initializer returns, other than in the initializer,
    /// which can read the storage.
    fileprivate(set) var ownReads: Set<String> = []
    /// The names that the code reads behind a leading dot, where only static members are found: `.accent`.
    fileprivate(set) var implicitNames: Set<String> = []

    fileprivate struct Use: Hashable {
      let name: String
      let isCall: Bool
    }

    /// Whether the code may read a member of this name that belongs to the type.
    func lead(to name: String, of type: TypeSymbol.ID, _ table: SymbolTable) -> Bool {
      [false, true].contains { owners[Use(name: name, isCall: $0)]?.include(type, table) == true }
    }

    /// The paths to members of one name, without the rest.
    func reads(of name: String) -> Paths { Paths(owners: owners.filter { $0.key.name == name }) }
  }

  /// All code that a view may run because these pieces run, for what it shows.
  func pathsShowing(from starts: some Sequence<Int>) -> Paths {
    var search = Search(graph: self, scope: .shown, pending: Array(starts))
    search.run()
    return search.paths
  }

  /// The code that runs at once because this code does, which may be part of a piece. Not followed are the initializers of
  /// new objects, and members of values whose type isn't known: most are members of frameworks, and else every name would
  /// lead to all code.
  func paths(from code: Piece) -> Paths { paths(from: code, .membersAtOnce) }

  /// The code that runs because this code does, now or in a task, with the code of the pieces in `started`.
  func pathsThroughTasks(from code: Piece, and started: Set<Int>) -> Paths {
    paths(from: code, .members, pending: Array(started))
  }

  /// The code that runs before a new object of a class is returned by these of its initializers, the initializers of further
  /// objects included.
  func pathsMaking(_ type: TypeSymbol.ID, by initializers: Set<Place>) -> Paths {
    let types = table.lineage(of: type)
    let starts = types.flatMap { initialPieces[$0] ?? [] }.filter(runsInitially).filter { index in
      let piece = pieces[index]
      return piece.unit.initializer.map { initializers.contains(Place(file: piece.file, offset: $0)) } ?? true
    }
    var search = Search(graph: self, scope: .creation, pending: starts, own: Set(starts), madeTypes: Set(types))
    search.run()
    return search.paths
  }

  /// The code that runs after a new object has been returned, whether or not anybody keeps the object, and whose making runs
  /// this code: tasks, and functions that closures call without waiting for an event.
  func pathsStarted(by making: Paths, of type: TypeSymbol.ID) -> Paths {
    let names = making.reached.reduce(into: Set<String>()) { $0.formUnion(pieces[$1].unit.usedByItself) }
    let called = names.flatMap { pieces(named: $0, of: .types(Set(table.lineage(of: type)))) }
    let started = making.started.filter { !pieces[$0].unit.needsKeptObject }
    var search = Search(graph: self, scope: .members, pending: called + started)
    search.run()
    return search.paths
  }

  /// The types of the objects that a piece of code makes, unless as the value of a static property, which others share.
  func typesMade(by index: Int) -> [TypeSymbol.ID] {
    let unit = pieces[index].unit
    return unit.isStatic ? [] : unit.callees.flatMap { typesByName[$0] ?? [] }
  }

  /// The functions that run only while an object of their class is being made: no code calls them but its initializers
  /// and other such functions.
  var functionsRunInitially: Set<PropertyKey> {
    var functions: Set<PropertyKey> = []
    var pending = pieces.indices.filter { pieces[$0].unit.isInitial }
    while let index = pending.popLast() {
      guard let type = pieces[index].type else { continue }
      for name in pieces[index].unit.callees where canRunInitiallyOnly(name, of: type) {
        if functions.insert(PropertyKey(type: type, name: name)).inserted {
          pending += pieces(named: name, of: .types([type]))
        }
      }
    }
    let names = Set(functions.map(\.name))
    let callers = pieces.filter { !$0.unit.reads.names.isDisjoint(with: names) }
    while true {
      let others = functions.filter { function in callers.contains { mayCallLater(function, $0, functions) } }
      if others.isEmpty { return functions }
      functions.subtract(others)
    }
  }

  /// Whether only code of the files can call each function of a name.
  private func canRunInitiallyOnly(_ name: String, of type: TypeSymbol.ID) -> Bool {
    let symbol = table.types[type]
    let isOfKnown = table.lineage(of: type).allSatisfy {
      table.foreignSupertypes(of: $0).allSatisfy(KnownSupertypes.contains)
    }
    return symbol.members[name]?.allSatisfy { member in
      member.kind == .function && !member.isOverride && !(symbol.isPublic && member.access == .anyone)
        && (isOfKnown || member.isPrivate)
    } == true
  }

  /// Whether code uses a function other than by a call from an initializer, perhaps through one of `initial`.
  private func mayCallLater(_ function: PropertyKey, _ piece: Piece, _ initial: Set<PropertyKey>) -> Bool {
    let (unit, name) = (piece.unit, function.name)
    guard unit.reads.names.contains(name) else { return false }
    let bases = unit.members[name] ?? []
    // `#selector(load)`
    let isOfAny = bases.isEmpty && !unit.reads.free.contains(name)
    guard isOfAny || owners(of: name, in: piece).all.include(function.type, table) else { return false }
    let isInitial =
      unit.isInitial
      || unit.isFunction && unit.name.map { initial.contains(PropertyKey(type: function.type, name: $0)) } == true
    return !isInitial || piece.type != function.type || unit.isLater || unit.usedLater.contains(name)
      || isOfAny || unit.uncalled.contains(name) || !bases.isSubset(of: [ExpressionPath(name: nil)])
  }

  /// Whether a property gets its value while the object is made, or once with the value of a lazy variable:
  /// `lazy var context = { … kept = new; return new }()`.
  func changesOnlyWithLazyValue(_ property: PropertyKey) -> Bool {
    let (name, types) = (property.name, MemberOwners.types([property.type]))
    let changing = lazyPieces[property.type, default: []].filter { pieces[$0].unit.changed.contains(name) }
    if changing.isEmpty { return false }
    return pieces.indices.allSatisfy { index in
      let (piece, unit) = (pieces[index], pieces[index].unit)
      let isUsedLater = unit.usedLater.contains(name)
      let isFirst = changing.contains(index) || unit.isInitial && piece.type == property.type
      return isFirst && !unit.isLater && !isUsedLater || !isUsedLater && !mayChange(name, in: unit)
        || !owners(of: name, in: piece, assignedToo: true).all.mayMeet(types, table)
    }
  }

  /// Whether a piece with initial code isn't an observer, or the value of a static property.
  private func runsInitially(_ piece: Int) -> Bool { !pieces[piece].unit.isAccessor && !pieces[piece].unit.isStatic }

  private func paths(from code: Piece, _ scope: Scope, pending: [Int] = []) -> Paths {
    var search = Search(graph: self, scope: scope, pending: pending)
    search.follow(code)
    search.run()
    return search.paths
  }

  /// The code that a search follows.
  private enum Scope {
    /// All code that can help its caller to show something.
    case shown
    /// Members of known types, also those that are assigned: observers and setters run.
    case members
    /// Like `members`, without code that runs in tasks.
    case membersAtOnce
    /// Like `membersAtOnce`, without closures that may run later, and with the initializers of new objects.
    case creation
  }

  private struct Search {
    let graph: CodeGraph
    let scope: Scope
    var pending: [Int] = []
    var paths = Paths()
    /// The pieces that run for the object that is made.
    var own: Set<Int> = []
    var followedAsOwn: Set<Int> = []
    var isOwn = false
    /// The class of the object that is made, and its superclasses.
    var madeTypes: Set<TypeSymbol.ID> = []

    mutating func run() {
      while let next = pending.popLast() {
        if scope == .membersAtOnce || scope == .creation, graph.pieces[next].unit.isLater {
          paths.started.insert(next)
          continue
        }
        let isNew = paths.reached.insert(next).inserted
        isOwn = own.contains(next)
        // Code that has run for another object may run for the made one as well.
        if isOwn ? followedAsOwn.insert(next).inserted : isNew { follow(graph.pieces[next]) }
      }
    }

    mutating func follow(_ piece: Piece) {
      let unit = piece.unit
      if scope == .creation { return followAtOnce(piece) }
      for name in unit.reads.names where graph.isMember(name) { reach(name, from: piece) }
      guard scope == .shown else {
        for name in unit.targets.keys where graph.isMember(name) { reach(name, from: piece) }
        return
      }
      for name in unit.implicitReads where paths.implicitNames.insert(name).inserted {
        pending += graph.pieces(named: name).filter { graph.pieces[$0].unit.isStatic && matters(graph.pieces[$0]) }
      }
      // Functions without a result may work on the shown values if the code showing them calls these functions.
      for name in unit.reads.calls {
        pending += graph.pieces(named: name, of: piece.ownersOfFreeNames).filter { callee in
          let unit = graph.pieces[callee].unit
          return unit.isFunction && unit.role == .acting && !unit.isAsync
        }
      }
      for name in unit.reads.called {
        for type in graph.typesByName[name] ?? [] where isMadeToShow(type) {
          pending += graph.initialPieces[type] ?? []
        }
      }
      if unit.implicitReads.contains("init") {
        pending += graph.initialPieces.filter { isMadeToShow($0.key) }.values.joined()
      }
    }

    /// Views keep the models that they make, in `@StateObject`, whose value isn't made while they show something.
    private func isMadeToShow(_ type: TypeSymbol.ID) -> Bool { graph.models[type] == nil }

    private mutating func followAtOnce(_ piece: CodeGraph.Piece) {
      let unit = piece.unit
      for name in unit.readAtOnce {
        if graph.isMember(name) { reach(name, from: piece) }
        guard unit.callees.contains(name) else { continue }
        for type in graph.typesByName[name] ?? [] {
          pending += (graph.initialPieces[type] ?? []).filter(graph.runsInitially)
        }
      }
      // Observers of the own properties don't run there.
      for name in unit.assignedAtOnce where graph.isMember(name) && !unit.isInitial { reach(name, from: piece) }
    }

    private mutating func reach(_ name: String, from piece: Piece) {
      let isCall = piece.unit.callees.contains(name)
      let use = Paths.Use(name: name, isCall: isCall)
      if scope == .shown, case .any? = paths.owners[use] { return }
      let owners = graph.owners(of: name, in: piece, assignedToo: scope != .shown)
      if scope != .creation {
        paths.owners[use, default: .none].formUnion(owners.known)
        if owners.mayBeAny { paths.owners[use] = .any }
      } else if piece.unit.readAtOnce.contains(name), !isCall {
        let readOwners = graph.owners(of: name, in: piece)
        if !(isOwn && readOwners.isOwn) {
          paths.owners[use, default: .none].formUnion(readOwners.known)
        } else if !piece.unit.isInitial {
          paths.ownReads.insert(name)
        }
      }
      let followed: MemberOwners = owners.mayBeAny && scope == .shown ? .any : owners.known
      // Code that shows something may pass any function on, to be called there.
      let mayCall = isCall || owners.isOwn || scope == .shown
      let isOfMade = isOwn && owners.isOwn
      // An initializer that reads `settings.size` may assign `size`, whose observers don't run there.
      let isDeclaredHere = piece.type.map { graph.table.types[$0].members[name] != nil } ?? false
      let isOnlyAssigned =
        scope == .creation && piece.unit.isInitial && !piece.unit.usedLater.contains(name) && owners.isOwn
        && isDeclaredHere
      let changes = scope != .shown && !isOnlyAssigned && graph.mayChange(name, in: piece.unit)
      let known = isOfMade ? own : paths.reached
      let found = graph.pieces(named: name, of: followed).filter { index in
        let piece = graph.pieces[index]
        return !known.contains(index) && matters(piece)
          && (isCall || !graph.isHiddenFunction(piece)) && (mayCall || !piece.unit.isFunction)
          && (changes || !piece.unit.runsOnlyOnChange) && !isOfOtherSubclass(piece)
          // The object of `static let shared` is made once.
          && !(scope == .creation && piece.unit.isValueOfStaticProperty)
      }
      pending += found
      if isOfMade { own.formUnion(found) }
    }

    /// Whether code belongs to a class that the made object isn't of, but that has a superclass in common with it.
    private func isOfOtherSubclass(_ piece: Piece) -> Bool {
      guard scope == .creation, let type = piece.type, !madeTypes.contains(type) else { return false }
      return graph.table.lineage(of: type).contains(where: madeTypes.contains)
    }

    private func matters(_ piece: Piece) -> Bool { scope != .shown || piece.canShow(graph.table, graph.models) }
  }

  /// Whether code may change a member: it does itself, it forms a key path, or it calls a mutating method of the files.
  private func mayChange(_ name: String, in unit: CodeUnit) -> Bool {
    unit.changed.contains(name) || unit.keyPathMembers.contains(name)
      || unit.callees.contains { method in
        mutatingMethods.contains(method) && unit.members[method]?.contains { $0?.lastName == name } == true
      }
  }

  /// The names of the values on which the code calls mutating methods of the files, among these methods.
  func namesChanged(byMethods methods: Set<String>, in unit: CodeUnit) -> Set<String> {
    methods.intersection(mutatingMethods).reduce(into: []) { names, method in
      names.formUnion((unit.members[method] ?? []).compactMap { $0?.lastName })
    }
  }

  /// Whether code in these files that views may run reads a member of a type.
  func isRead(_ name: String, of type: TypeSymbol.ID, in files: Set<Int>, reached: Set<Int>) -> Bool {
    (readersByName[name] ?? []).contains { index in
      files.contains(pieces[index].file) && reached.contains(index)
        && owners(of: name, in: pieces[index]).all.include(type, table)
    }
  }

  private func isMember(_ name: String) -> Bool { table.memberNames.contains(name) || piecesByName[name] != nil }

  func pieces(named name: String, of owners: MemberOwners = .any) -> [Int] {
    piecesByName[name]?.places(of: owners, table) ?? []
  }

  /// Whether only calls mean a function, because its type has a property of the name.
  private func isHiddenFunction(_ piece: Piece) -> Bool {
    guard piece.unit.isFunction, let name = piece.unit.name, let type = piece.type else { return false }
    return table.types[type].members[name]?.contains { $0.kind == .property } == true
  }

  /// The types whose member a name in the code may mean.
  struct Owners {
    var known = MemberOwners.none
    /// Whether the type of a base isn't known.
    var mayBeAny = false
    /// Whether the name stands alone or behind `self`.
    var isOwn = false
  }

  func owners(of name: String, in piece: Piece, assignedToo: Bool = false) -> Owners {
    var owners = Owners()
    if piece.unit.reads.free.contains(name) {
      owners.isOwn = true
      owners.add(piece.ownersOfFreeNames)
    }
    let bases = piece.unit.members[name] ?? []
    for base in assignedToo ? bases.union(piece.unit.targets[name] ?? []) : bases {
      owners.isOwn = owners.isOwn || base == ExpressionPath(name: nil)
      // In an extension of a type declared elsewhere, a name may mean a member of that type; `Store.shared` doesn't.
      guard let base, !piece.types.contains(nil) || base.startsWithType(of: table) else {
        owners.mayBeAny = true
        continue
      }
      owners.add(table.owners(of: name, behind: base, in: piece.scope, subclasses: subclasses))
    }
    return owners
  }
}

extension ExpressionPath {
  fileprivate func startsWithType(of table: SymbolTable) -> Bool {
    if case .name(let name) = root { !table.types(named: name).isEmpty } else { false }
  }
}

extension CodeGraph.Owners {
  fileprivate mutating func add(_ owners: MemberOwners) {
    if case .any = owners { mayBeAny = true } else { known.formUnion(owners) }
  }

  /// The types, with all types if one isn't known.
  var all: MemberOwners { mayBeAny ? .any : known }
}

extension CodeGraph.Piece {
  /// The innermost enclosing type; all types if the files don't declare that one, or if there is none.
  var owners: MemberOwners { type.map { .types([$0]) } ?? .any }

  /// The types whose member a name without a base may mean.
  fileprivate var ownersOfFreeNames: MemberOwners {
    types.contains(nil) ? .any : .types(Set(types.compactMap(\.self)))
  }

  /// Where the code looks up names.
  fileprivate var scope: LookupScope { LookupScope(file: file, types: types.compactMap(\.self)) }

  /// Whether a caller can show something with the code's help: the result, or a changed argument.
  func canShow(_ table: SymbolTable, _ models: Models) -> Bool {
    switch unit.role {
    case .yielding, .action: true
    case .deinitializing: false
    case .acting: unit.handsOver || unit.parameters.contains { table.isObject(table.resolve($0, in: scope), models) }
    }
  }
}

extension SymbolTable {
  /// Whether code can draw on a value of this type, or put something into it.
  fileprivate func isObject(_ type: ResolvedType, _ models: Models) -> Bool {
    switch type {
    case .type(let id): [.class, .protocol].contains(types[id].kind) && models[id] == nil
    case .external(let name): !ValueTypes.isKnown(name)
    case .collection(let element), .specialized(let element, _): isObject(element, models)
    case .metatype, .function, .observableObject: false
    case .either(let types): types.contains { isObject(.type($0), models) }
    case .composition, .parameter, .elsewhere, .unknown: true
    }
  }

  /// The types around a declaration and its own type, innermost last; nil for a type declared elsewhere.
  func types(around declaration: Int?, _ survey: FileSurvey, in file: Int) -> [TypeSymbol.ID?] {
    var types: [TypeSymbol.ID?] = []
    var current = declaration
    while let index = current {
      types.append(typesOfDeclarations[file][index])
      current = survey.declarations[index].outer
    }
    return types.reversed()
  }
}
