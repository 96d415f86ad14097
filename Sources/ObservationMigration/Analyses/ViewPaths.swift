/// What code can views run while they show something, and which members does that code read?
///
/// Begins with the code of views, and follows each read name: see ``CodeGraph``. Actions aren't followed: SwiftUI tracks no
/// read in them. Nor are comparisons of objects, which seldom read anything that changes.
///
/// Without a view in the files, all code counts, because the views are elsewhere.
struct ViewPaths: Sendable {
  /// Whether the files declare a view.
  let haveViews: Bool
  private let paths: CodeGraph.Paths
  private let graph: CodeGraph

  init(_ graph: CodeGraph, _ table: SymbolTable, _ models: Models) {
    self.graph = graph
    let haveViews = table.types.contains { table.isView($0.id) }
    self.haveViews = haveViews
    let starts = graph.pieces.indices.filter { index in
      let piece = graph.pieces[index]
      return haveViews ? piece.isStart(table) : piece.isPerhapsStart(table, models)
    }
    paths = graph.pathsShowing(from: starts)
  }

  /// The indices of the pieces that views may run.
  var reached: Set<Int> { paths.reached }

  /// Whether a view may read a member of a type while it shows something.
  func lead(to member: Member, of type: TypeSymbol.ID) -> Bool {
    if member.isStatic && paths.implicitNames.contains(member.name) { return true }
    guard paths.lead(to: member.name, of: type, graph.table) else { return false }
    // Where the type of a base isn't known, a name may mean any member of the name, but no private one of another file.
    let members = graph.table.types[type].members[member.name] ?? []
    guard members.allSatisfy(\.isPrivate) else { return true }
    return graph.isRead(member.name, of: type, in: Set(members.map(\.file)), reached: reached)
  }
}

extension CodeGraph.Piece {
  /// Members that code uses without their names: in a `ForEach`, in string interpolations, as property wrappers.
  private static let implicitlyRead: Set = [
    "callAsFunction", "debugDescription", "description", "errorDescription", "id", "projectedValue", "wrappedValue",
  ]

  /// The requirements of `Hashable` and `Comparable`, and the method by which `NSObject` compares. Objects are compared by what identifies them, which stays the same.
  private static let comparing: Set = ["<", "==", "hash", "isEqual"]

  /// Whether SwiftUI, or code that isn't known, may run the code to show something.
  func isStart(_ table: SymbolTable, arePublicMembersIncluded: Bool = true) -> Bool {
    // Only closures in SwiftUI's code are surely actions: `lock.perform { count }`.
    if unit.role == .action { return !unit.isLater && type.map { !table.isPartOfInterface($0) } ?? false }
    let isCalledAtOnce = unit.name.map(ActionClosures.functionsCalledAtOnce.contains) ?? false
    guard unit.role == .yielding || isCalledAtOnce else { return false }
    // Subscripts, and closures whose callers aren't known.
    guard let name = unit.name else { return true }
    if types.isEmpty { return false }
    guard let type else { return true }
    if Self.implicitlyRead.contains(name) { return true }
    let symbol = table.types[type]
    if Self.comparing.contains(name) { return symbol.kind != .class }
    let members = symbol.members[name] ?? []
    if arePublicMembersIncluded, members.contains(where: { symbol.isPublic && $0.access == .anyone }) { return true }
    if members.contains(where: { $0.type?.lastName?.hasSuffix("View") == true }) { return true }
    // Protocols of other modules don't see private members.
    if unit.isPrivate { return false }
    return table.supertypes[type].contains { supertype in
      table.foreignSupertypes(of: supertype).contains { !KnownSupertypes.contains($0) }
    }
  }

  /// Whether a view of other files may run the code to show something.
  fileprivate func isPerhapsStart(_ table: SymbolTable, _ models: Models) -> Bool {
    guard let type, models[type] == .model else { return unit.role != .deinitializing }
    return !unit.isPrivate && canShow(table, models)
  }
}
