/// What do the views that read a property show of its value?
///
/// A view's body runs again when the property is announced. It counts what that code reads, and the views and objects that
/// it makes, if they can get the value. Where the type of a base isn't known, its members count as those of the value.
/// Closures outside of views may be kept, and called by any view: if one reads the property, all that views read counts.
extension CodeGraph {
  /// What views run to show the value of a property.
  struct Showing: Sendable {
    fileprivate let pieces: Set<Int>
    fileprivate let graph: CodeGraph

    /// Whether the code reads a member of a type.
    func reads(_ member: String, of type: TypeSymbol.ID) -> Bool {
      pieces.contains { graph.reads(member, of: .types([type]), in: graph.pieces[$0]) }
    }
  }

  private func reads(_ name: String, of types: MemberOwners, in piece: Piece) -> Bool {
    piece.unit.reads.names.contains(name) && owners(of: name, in: piece).all.mayMeet(types, table)
  }

  /// The code that shows the value of a property; nil if no view reads the property. `reached` is all that views run.
  /// The value may contain others of these types, which count as well.
  func showing(_ property: PropertyKey, _ values: Set<TypeSymbol.ID>, reached: Set<Int>) -> Showing? {
    guard let readers = readers(of: property, reached: reached) else { return Showing(pieces: reached, graph: self) }
    let inViews = readers.filter { isRunBySwiftUI(pieces[$0]) || pieces[$0].types.contains(nil) }
    if inViews.isEmpty { return nil }
    var piecesOfViews: [TypeSymbol.ID: [Int]] = [:]
    for index in reached where isRunBySwiftUI(pieces[index]) {
      if let view = view(of: pieces[index]) { piecesOfViews[view, default: []].append(index) }
    }
    var search = ShowingSearch(graph: self, values: values, reached: reached, piecesOfViews: piecesOfViews)
    search.pending = Array(inViews)
    for index in inViews { if let view = view(of: pieces[index]) { search.add(view) } }
    search.run()
    return Showing(pieces: search.found, graph: self)
  }

  /// The views that read a member, directly or through members that do; nil if other code may show the member.
  func views(reading member: PropertyKey, reached: Set<Int>) -> Set<TypeSymbol.ID>? {
    guard let readers = readers(of: member, reached: reached) else { return nil }
    let inViews = readers.filter { isRunBySwiftUI(pieces[$0]) || pieces[$0].types.contains(nil) }
    let views = inViews.compactMap { view(of: pieces[$0]) }
    // Public members have no other readers than views of other files.
    let mayOthersRead = readers.contains { pieces[$0].isStart(table, arePublicMembersIncluded: false) }
    return views.count < inViews.count || inViews.isEmpty && mayOthersRead ? nil : Set(views)
  }

  /// Whether code in these places reads a member of a type while it shows something. An initializer of an object only keeps
  /// what it reads, and a call means another member of the name.
  func isRead(_ name: String, of type: TypeSymbol.ID, by readers: Set<CodePlace>, reached: Set<Int>) -> Bool {
    (readersByName[name] ?? []).contains { index in
      guard reached.contains(index), readers.contains(CodePlace(file: pieces[index].file, type: pieces[index].type))
      else { return false }
      let piece = pieces[index]
      let isOfNewObject = piece.unit.isInitial && piece.type.map { table.types[$0].kind == .class } == true
      return piece.unit.uncalled.contains(name) && !isOfNewObject && reads(name, of: .types([type]), in: piece)
    }
  }

  /// The code that reads a property, directly or through members that do; nil if a closure that may be kept does.
  private func readers(of property: PropertyKey, reached: Set<Int>) -> Set<Int>? {
    let isFunction = table.types[property.type].members[property.name]?.first?.kind == .function
    func code(reading name: String, _ owners: MemberOwners) -> [Int] {
      (readersByName[name] ?? []).filter { reached.contains($0) && reads(name, of: owners, in: pieces[$0]) }
    }
    // A call means a function of the name.
    var readers = Set(
      code(reading: property.name, .types([property.type])).filter {
        pieces[$0].unit.callees.contains(property.name) == isFunction
      }
    )
    var new = readers
    var members: [String: MemberOwners] = [:]
    while !new.isEmpty {
      for index in new where !isRunBySwiftUI(pieces[index]) {
        guard let name = pieces[index].unit.name else { return nil }
        members[name, default: .none].formUnion(pieces[index].owners)
      }
      new = Set(members.flatMap { code(reading: $0.key, $0.value) }).subtracting(readers)
      readers.formUnion(new)
    }
    return readers
  }

  private struct ShowingSearch {
    let graph: CodeGraph
    let values: Set<TypeSymbol.ID>
    let reached: Set<Int>
    let piecesOfViews: [TypeSymbol.ID: [Int]]
    var pending: [Int] = []
    var found: Set<Int> = []
    private var views: Set<TypeSymbol.ID> = []
    /// The views that the code makes.
    private var children: Set<TypeSymbol.ID> = []
    /// The names of the types that the code makes.
    private var made: Set<String> = []
    /// Whether the code makes an object without the name of its type: `.init(item)`.
    private var makesAny = false

    init(graph: CodeGraph, values: Set<TypeSymbol.ID>, reached: Set<Int>, piecesOfViews: [TypeSymbol.ID: [Int]]) {
      (self.graph, self.values, self.reached, self.piecesOfViews) = (graph, values, reached, piecesOfViews)
    }

    mutating func add(_ view: TypeSymbol.ID) {
      guard views.insert(view).inserted else { return }
      pending += piecesOfViews[view] ?? []
      // The view gives the value to closures of the views that make it.
      let symbol = graph.table.types[view]
      guard symbol.members.keys.contains(where: { storesContent($0, of: symbol) }) else { return }
      pending += reached.filter { graph.pieces[$0].unit.reads.called.contains(symbol.lastName) }
    }

    private func storesContent(_ name: String, of symbol: TypeSymbol) -> Bool {
      guard let member = symbol.storedProperty(name),
        case .function(let result) = graph.table.type(of: member, in: symbol.scope)
      else { return false }
      return result != .external("Void")
    }

    mutating func run() {
      while true {
        while let next = pending.popLast() {
          if found.insert(next).inserted { follow(graph.pieces[next]) }
        }
        let holding = children.subtracting(views).filter(holds)
        if holding.isEmpty { return }
        for view in holding { add(view) }
      }
    }

    private mutating func follow(_ piece: Piece) {
      for name in piece.unit.reads.names {
        let owners = graph.owners(of: name, in: piece)
        var followed = owners.known
        let isCall = piece.unit.callees.contains(name)
        if owners.mayBeAny { followed.formUnion(.types(values)) }
        pending += graph.pieces(named: name, of: followed).filter {
          let member = graph.pieces[$0]
          let view = graph.view(of: member)
          return (view == nil || view == graph.view(of: piece)) && (isCall || !member.unit.isFunction)
            && !member.unit.runsOnlyOnChange
        }
      }
      makesAny = makesAny || piece.unit.implicitReads.contains("init")
      let types = piece.unit.reads.called.flatMap { graph.typesByName[$0] ?? [] }
      made.formUnion(types.map { graph.table.types[$0].lastName })
      for type in types {
        pending += graph.initialPieces[type] ?? []
        if piecesOfViews[type] != nil { children.insert(type) }
      }
    }

    /// Whether a value of the type can contain the value of the property.
    private func holds(_ type: TypeSymbol.ID) -> Bool {
      var seen: Set<TypeSymbol.ID> = []
      var pending = [ResolvedType.type(type)]
      while let next = pending.popLast() {
        switch next {
        case .type(let id):
          if !values.isDisjoint(with: graph.table.relatives(of: id)) || graph.table.types[id].kind == .protocol {
            return true
          }
          let symbol = graph.table.types[id]
          guard symbol.kind != .class || makesAny || made.contains(symbol.lastName), seen.insert(id).inserted else {
            continue
          }
          pending += symbol.members.keys.compactMap { symbol.storedProperty($0) }.map { member in
            graph.table.type(of: member, in: symbol.scope)
          }
          pending += symbol.associatedValues.map { graph.table.resolve($0, in: symbol.scope) }
        case .either(let types): pending += types.map { .type($0) }
        case .collection(let element): pending.append(element)
        case .specialized(let base, let arguments): pending += [base] + arguments
        case .composition(let parts): pending += parts
        // What the closure makes of a parameter's type belongs to the maker's code.
        case .function(.parameter): continue
        case .function(let result): pending.append(result)
        case .parameter, .unknown, .elsewhere: return true
        case .external(let name): if name.hasPrefix("Any") { return true }
        case .metatype, .observableObject: continue
        }
      }
      return false
    }
  }

  /// Whether a piece is the body of a view, or a closure in a view. Other members are run by those that read them.
  private func isRunBySwiftUI(_ piece: Piece) -> Bool {
    guard let view = view(of: piece) else { return false }
    guard let name = piece.unit.name, !table.isRepresentable(view) else { return true }
    return Self.membersReadBySwiftUI.contains(name) || ActionClosures.functionsCalledAtOnce.contains(name)
  }

  private static let membersReadBySwiftUI: Set = ["body", "makeBody", "previews"]

  /// The view whose code a piece is; nil for code of other types and for functions outside of types.
  private func view(of piece: Piece) -> TypeSymbol.ID? {
    let owner = piece.types.last { type in
      guard let type else { return false }
      return table.types[type].kind == .class || isView(type)
    }
    return owner?.flatMap { isView($0) ? $0 : nil }
  }

  private func isView(_ type: TypeSymbol.ID) -> Bool {
    table.isView(type) || table.isViewModifier(type) || table.isRepresentable(type)
      || table.types[type].kind != .class
        && ["body", "makeBody"].contains { name in
          table.types[type].members[name]?.contains { !$0.isStored } ?? false
        }
  }
}
