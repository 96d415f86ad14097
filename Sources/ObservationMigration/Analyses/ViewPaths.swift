/// What code can views run while they show something, and which members does that code read?
///
/// Begins with the code of views, and follows each read name to the members that it may mean: those of the types that
/// its base can have. Where the type of a base isn't known, all members of the name are followed, so the answer may
/// include too much, never too little. Actions aren't followed: SwiftUI tracks no read in them. Nor are comparisons of
/// objects, which seldom read anything that changes.
///
/// Without a view in the files, all code counts, because the views are elsewhere.
struct ViewPaths: Sendable {
  /// A unit with its place.
  struct Piece: Sendable {
    let unit: CodeUnit
    let file: Int
    /// The enclosing types, innermost last; nil for a type declared elsewhere.
    let types: [TypeSymbol.ID?]

    /// The innermost enclosing type.
    var type: TypeSymbol.ID? { types.last ?? nil }
  }

  /// The members of one name that some code may mean.
  fileprivate enum Meaning {
    case any
    /// Members of these types, and of related ones.
    case members(of: Set<TypeSymbol.ID>)

    mutating func formUnion(_ other: Meaning) {
      guard case .members(let types) = self, case .members(let others) = other else { return self = .any }
      self = .members(of: types.union(others))
    }
  }

  /// The indices of the pieces that views may run.
  private(set) var reached: Set<Int> = []
  /// For each name that such pieces read, the types whose members they may mean.
  private var meanings: [String: Meaning] = [:]
  /// Whether the files declare a view.
  let haveViews: Bool
  private let table: SymbolTable

  init(_ pieces: [Piece], _ table: SymbolTable, _ models: Models) {
    self.table = table
    haveViews = table.types.contains { table.isView($0.id) }
    var search = Search(pieces, table, models)
    search.run(fromViews: haveViews)
    (reached, meanings) = (search.reached, search.meanings)
  }

  /// Whether a view may read a member of a type while it shows something.
  func lead(to name: String, of type: TypeSymbol.ID) -> Bool {
    meanings[name].map { $0.includesMember(of: type, table) } ?? false
  }
}

extension ViewPaths.Meaning {
  fileprivate func includesMember(of type: TypeSymbol.ID?, _ table: SymbolTable) -> Bool {
    guard case .members(let types) = self, let type else { return true }
    return types.contains { table.inherits($0, fromAll: [type]) || table.inherits(type, fromAll: [$0]) }
  }
}

extension ViewPaths {
  /// Members that code uses without their names: in a `ForEach`, in string interpolations, as property wrappers.
  private static let implicitlyRead: Set = [
    "callAsFunction", "debugDescription", "description", "errorDescription", "id", "projectedValue", "wrappedValue",
  ]

  /// The requirements of `Hashable` and `Comparable`. Objects are compared by what identifies them, which stays the same.
  private static let comparing: Set = ["<", "==", "hash"]

  private struct Search {
    var reached: Set<Int> = []
    var meanings: [String: Meaning] = [:]
    private let pieces: [Piece]
    private let table: SymbolTable
    private let models: Models
    private var pending: [Int] = []
    private var piecesByName: [String: [Int]] = [:]
    /// The code that runs when a value of a type is made: initializers and initial values.
    private var initialPieces: [TypeSymbol.ID: [Int]] = [:]
    private var typesByName: [String: [TypeSymbol.ID]] = [:]
    private var memberNames: Set<String> = []
    /// The subclasses of each class of another module.
    private var subclasses: [String: Set<TypeSymbol.ID>] = [:]

    init(_ pieces: [Piece], _ table: SymbolTable, _ models: Models) {
      (self.pieces, self.table, self.models) = (pieces, table, models)
      for type in table.types {
        typesByName[type.lastName, default: []].append(type.id)
        memberNames.formUnion(type.members.keys)
        for superclass in table.foreignSupertypes(of: type.id) { subclasses[superclass, default: []].insert(type.id) }
      }
      for (index, piece) in pieces.enumerated() {
        if let name = piece.unit.name { piecesByName[name, default: []].append(index) }
        // Views keep the models that they make, in `@StateObject`, whose value isn't made while they show something.
        let isInitial = piece.unit.isInitial || piece.unit.role == .acting && !piece.unit.isFunction
        if isInitial, let type = piece.type, models[type] == nil { initialPieces[type, default: []].append(index) }
      }
    }

    mutating func run(fromViews: Bool) {
      pending = pieces.indices.filter { fromViews ? isStart(pieces[$0]) : isPerhapsStart(pieces[$0]) }
      while let next = pending.popLast() {
        if reached.insert(next).inserted { follow(pieces[next]) }
      }
    }

    // MARK: Where paths begin

    /// Whether SwiftUI, or code that isn't known, may run the code to show something.
    private func isStart(_ piece: Piece) -> Bool {
      let unit = piece.unit
      // Only views' closures are surely actions: `lock.perform { count }`.
      if unit.role == .action { return piece.type.map { !table.isView($0) } ?? false }
      let isCalledAtOnce = unit.name.map(ActionClosures.functionsCalledAtOnce.contains) ?? false
      guard unit.role == .yielding || isCalledAtOnce else { return false }
      // Subscripts, and closures whose callers aren't known.
      guard let name = unit.name else { return true }
      if piece.types.isEmpty { return false }
      guard let type = piece.type else { return true }
      if implicitlyRead.contains(name) { return true }
      let symbol = table.types[type]
      if comparing.contains(name) { return symbol.kind != .class }
      let members = symbol.members[name] ?? []
      if members.contains(where: { symbol.isPublic && $0.access == .anyone }) { return true }
      if members.contains(where: { $0.type?.lastName?.hasSuffix("View") == true }) { return true }
      return table.supertypes[type].contains { supertype in
        table.foreignSupertypes(of: supertype).contains { !KnownSupertypes.contains($0) }
      }
    }

    /// Whether a view of other files may run the code to show something.
    private func isPerhapsStart(_ piece: Piece) -> Bool {
      guard let type = piece.type, models[type] == .model else { return piece.unit.role != .deinitializing }
      return !piece.unit.isPrivate && piece.canShow(table, models)
    }

    // MARK: Where paths lead

    private mutating func follow(_ piece: Piece) {
      let unit = piece.unit
      for name in unit.reads.names where isMember(name) { reach(name) { $0.meaning(of: name, in: piece) } }
      for name in unit.implicitReads where isMember(name) { reach(name) { _ in .any } }
      for name in unit.reads.calls {
        pending += piecesByName[name, default: []].filter { isOwnFunction($0, of: piece) }
      }
      for name in unit.reads.called {
        for type in typesByName[name] ?? [] { pending += initialPieces[type] ?? [] }
      }
      if unit.implicitReads.contains("init") { pending += initialPieces.values.joined() }
    }

    private func isMember(_ name: String) -> Bool { memberNames.contains(name) || piecesByName[name] != nil }

    private mutating func reach(_ name: String, _ meaning: (Search) -> Meaning) {
      if case .any? = meanings[name] { return }
      let meaning = meaning(self)
      meanings[name, default: .members(of: [])].formUnion(meaning)
      pending += piecesByName[name, default: []].filter { index in
        let piece = pieces[index]
        return !reached.contains(index) && piece.canShow(table, models)
          && meaning.includesMember(of: piece.type, table)
      }
    }

    /// Functions without a result may work on the shown values if the code showing them calls these functions.
    private func isOwnFunction(_ index: Int, of piece: Piece) -> Bool {
      let callee = pieces[index]
      return callee.unit.isFunction && callee.unit.role == .acting
        && Meaning(membersOf: piece).includesMember(of: callee.type, table)
    }

    private func meaning(of name: String, in piece: Piece) -> Meaning {
      var meaning = piece.unit.reads.free.contains(name) ? Meaning(membersOf: piece) : .members(of: [])
      for base in piece.unit.members[name] ?? [] {
        guard let base, !piece.types.contains(nil) else { return .any }
        let type = table.resolve(base, in: piece.scope)
        // `Theme.accent` is no property of a theme.
        if case .metatype(let id) = type, !table.members(name, of: id).contains(where: \.member.isStatic) { continue }
        if case .external(let name) = type, KnownSupertypes.isOfUserInterface(name) {
          meaning.formUnion(.members(of: subclasses[name] ?? []))
        } else {
          meaning.formUnion(Meaning(membersOf: type))
        }
      }
      return meaning
    }
  }
}

extension ViewPaths.Meaning {
  /// The members that need no base in some code.
  fileprivate init(membersOf piece: ViewPaths.Piece) {
    self = piece.types.contains(nil) ? .any : .members(of: Set(piece.types.compactMap(\.self)))
  }

  fileprivate init(membersOf type: ResolvedType) {
    switch type {
    case .type(let id), .metatype(let id): self = .members(of: [id])
    case .either(let types): self = .members(of: Set(types))
    case .collection, .function: self = .members(of: [])
    case .external(let name) where ValueTypes.isKnown(name): self = .members(of: [])
    case .composition(let parts):
      self = .members(of: [])
      for part in parts { formUnion(Self(membersOf: part)) }
    case .specialized(let type, _): self.init(membersOf: type)
    case .external, .observableObject, .parameter, .elsewhere, .unknown: self = .any
    }
  }
}

extension ViewPaths.Piece {
  /// Where the code looks up names.
  fileprivate var scope: LookupScope { LookupScope(file: file, types: types.compactMap(\.self)) }

  /// Whether a caller can show something with the code's help: the result, or a changed argument.
  fileprivate func canShow(_ table: SymbolTable, _ models: Models) -> Bool {
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
}
