/// Where do hierarchies of views begin that show a view without an object of a type in its environment?
///
/// It answers in favour of the place wherever the text doesn't show what is in the environment: a view whose places aren't known, a value
/// that is returned or stored. An object that a view takes from the environment itself is there: what creates that view is asked for it.
struct EnvironmentAnalysis {
  private let table: SymbolTable
  private let creations: [TypeSymbol.ID: [ViewCreation]]
  /// What the code of a view, or a function of that name, puts into the environment.
  private let givenByTypes: [TypeSymbol.ID: Set<TypeSymbol.ID>]
  private let givenByFunctions: [String: Set<TypeSymbol.ID>]
  /// What views take from the environment.
  private let taken: [TypeSymbol.ID: Set<TypeSymbol.ID>]
  /// The folders of the files, from the outermost.
  private let folders: [[Substring]]

  /// What puts an object into the environment: the type and the function whose code it is.
  struct Gift: Sendable {
    let types: Set<TypeSymbol.ID>
    let owner: TypeSymbol.ID?
    let function: String?
  }

  init(_ creations: [ViewCreation], _ gifts: [Gift], taken: [TypeSymbol.ID: Set<TypeSymbol.ID>], _ project: Project) {
    table = project.table
    folders = project.files.map { $0.path.split(separator: "/").dropLast() }
    self.taken = taken
    self.creations = Dictionary(grouping: creations, by: \.view)
    var (byTypes, byFunctions): ([TypeSymbol.ID: Set<TypeSymbol.ID>], [String: Set<TypeSymbol.ID>]) = ([:], [:])
    for gift in gifts {
      if let owner = gift.owner { byTypes[owner, default: []].formUnion(gift.types) }
      if let function = gift.function { byFunctions[function, default: []].formUnion(gift.types) }
    }
    (givenByTypes, givenByFunctions) = (byTypes, byFunctions)
  }

  /// Whether any place is known that creates a view.
  func isCreated(_ view: TypeSymbol.ID) -> Bool { creations[view] != nil }

  /// Where hierarchies begin that show a view without an object of a type.
  func beginnings(showing view: TypeSymbol.ID, without object: TypeSymbol.ID) -> [ViewCreation] {
    var asked: Set<TypeSymbol.ID> = [view]
    return (creations[view] ?? []).flatMap { beginnings(of: $0, without: object, under: [], &asked) }
  }

  /// Whether code in `file` means the declaration of a view in `declaringFile`: of several, which are those of several targets, the one in
  /// the nearest folder.
  private func means(_ view: TypeSymbol.ID, declaredIn declaringFile: Int, in file: Int) -> Bool {
    let files = table.types[view].declaringFiles
    guard files.count > 1, files.contains(declaringFile) else { return true }
    func nearness(_ other: Int) -> Int { zip(folders[file], folders[other]).prefix { $0 == $1 }.count }
    return nearness(declaringFile) == files.map(nearness).max()
  }

  private func beginnings(
    of creation: ViewCreation,
    without object: TypeSymbol.ID,
    under conditions: [CompilationCondition],
    _ asked: inout Set<TypeSymbol.ID>
  ) -> [ViewCreation] {
    func includes(_ types: Set<TypeSymbol.ID>?) -> Bool {
      types?.contains { table.areRelated($0, object) } ?? false
    }
    if conditions.contains(where: creation.condition.excludes) || includes(creation.given)
      || creation.modifiers.contains(where: { includes(givenByFunctions[$0]) })
      || creation.containers.contains(where: { includes(givenByTypes[$0]) })
    {
      return []
    }
    switch creation.rest {
    case .anything: return []
    case .nothing: return [creation]
    case .same(let view):
      if includes(taken[view]) || includes(givenByTypes[view]) { return [] }
      guard asked.insert(view).inserted else { return [] }
      return (creations[view] ?? []).filter { means(view, declaredIn: creation.place.file, in: $0.place.file) }.flatMap
      {
        beginnings(of: $0, without: object, under: conditions + [creation.condition], &asked)
      }
    }
  }
}
