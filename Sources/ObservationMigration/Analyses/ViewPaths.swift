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

  /// The indices of the pieces that views may run.
  private(set) var reached: Set<Int> = []
  /// For each name that such pieces read, the types whose member they may mean.
  private var owners: [Use: MemberOwners] = [:]
  /// The names that such pieces read behind a leading dot, where only static members are found: `.accent`.
  private var implicitNames: Set<String> = []
  /// Whether the files declare a view.
  let haveViews: Bool
  private let table: SymbolTable

  fileprivate struct Use: Hashable {
    let name: String
    let isCall: Bool
  }

  init(_ pieces: [Piece], _ table: SymbolTable, _ models: Models) {
    self.table = table
    haveViews = table.types.contains { table.isView($0.id) }
    var search = Search(pieces, table, models)
    search.run(fromViews: haveViews)
    (reached, owners, implicitNames) = (search.reached, search.owners, search.implicitNames)
  }

  /// Whether a view may read a member of a type while it shows something.
  func lead(to member: Member, of type: TypeSymbol.ID) -> Bool {
    member.isStatic && implicitNames.contains(member.name)
      || [false, true].contains { owners[Use(name: member.name, isCall: $0)]?.include(type, table) == true }
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
    var owners: [Use: MemberOwners] = [:]
    var implicitNames: Set<String> = []
    private let pieces: [Piece]
    private let table: SymbolTable
    private let models: Models
    private var pending: [Int] = []
    private var piecesByName: [String: [Int]] = [:]
    /// The code that runs when a value of a type is made: initializers and initial values.
    private var initialPieces: [TypeSymbol.ID: [Int]] = [:]
    private var typesByName: [String: [TypeSymbol.ID]] = [:]
    /// The subclasses of each class of another module.
    private var subclasses: [String: Set<TypeSymbol.ID>] = [:]

    init(_ pieces: [Piece], _ table: SymbolTable, _ models: Models) {
      (self.pieces, self.table, self.models) = (pieces, table, models)
      for type in table.types {
        typesByName[type.lastName, default: []].append(type.id)
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
      for name in unit.reads.names where isMember(name) { reach(name, from: piece) }
      for name in unit.implicitReads where implicitNames.insert(name).inserted {
        pending += piecesByName[name, default: []].filter {
          pieces[$0].unit.isStatic && pieces[$0].canShow(table, models)
        }
      }
      for name in unit.reads.calls {
        pending += piecesByName[name, default: []].filter { isOwnFunction($0, of: piece) }
      }
      for name in unit.reads.called {
        for type in typesByName[name] ?? [] { pending += initialPieces[type] ?? [] }
      }
      if unit.implicitReads.contains("init") { pending += initialPieces.values.joined() }
    }

    private func isMember(_ name: String) -> Bool { table.memberNames.contains(name) || piecesByName[name] != nil }

    private mutating func reach(_ name: String, from piece: Piece) {
      let use = Use(name: name, isCall: piece.unit.callees.contains(name))
      if case .any? = self.owners[use] { return }
      let owners = owners(of: name, in: piece)
      self.owners[use, default: .none].formUnion(owners)
      pending += piecesByName[name, default: []].filter { index in
        let piece = pieces[index]
        return !reached.contains(index) && piece.canShow(table, models) && owners.include(piece.type, table)
          && (use.isCall || !isHiddenFunction(piece))
      }
    }

    /// Whether only calls mean a function, because its type has a property of the name.
    private func isHiddenFunction(_ piece: Piece) -> Bool {
      guard piece.unit.isFunction, let name = piece.unit.name, let type = piece.type else { return false }
      return table.types[type].members[name]?.contains { $0.kind == .property } == true
    }

    /// Functions without a result may work on the shown values if the code showing them calls these functions.
    private func isOwnFunction(_ index: Int, of piece: Piece) -> Bool {
      let callee = pieces[index]
      return callee.unit.isFunction && callee.unit.role == .acting
        && piece.ownersOfFreeNames.include(callee.type, table)
    }

    private func owners(of name: String, in piece: Piece) -> MemberOwners {
      var owners = piece.unit.reads.free.contains(name) ? piece.ownersOfFreeNames : .none
      for base in piece.unit.members[name] ?? [] {
        guard let base, !piece.types.contains(nil) else { return .any }
        owners.formUnion(table.owners(of: name, behind: base, in: piece.scope, subclasses: subclasses))
      }
      return owners
    }
  }
}

extension ViewPaths.Piece {
  /// The types whose member a name without a base may mean.
  fileprivate var ownersOfFreeNames: MemberOwners {
    types.contains(nil) ? .any : .types(Set(types.compactMap(\.self)))
  }

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
