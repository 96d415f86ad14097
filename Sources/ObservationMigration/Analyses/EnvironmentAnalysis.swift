/// Where do view hierarchies begin that show a view without an object of a type in its environment?
///
/// Wherever the text doesn't show the environment, the answer favours the place: a view whose places aren't known, a
/// value that is returned or stored. A view that takes an object from its own environment has the object: the places
/// creating this view are asked instead. What a method of `View` creates, or a function that makes a view in another type,
/// has the environment of its callers.
struct EnvironmentAnalysis {
  private let table: SymbolTable
  private let creations: [ViewCreation.Subject: [ViewCreation]]
  /// The types of the objects that the code of a view, or a function of a name, puts into the environment.
  private var givenByTypes: [TypeSymbol.ID: Set<TypeSymbol.ID>] = [:]
  private var givenByFunctions: [String: Set<TypeSymbol.ID>] = [:]
  /// The types of the objects that views take from the environment.
  private let taken: [TypeSymbol.ID: Set<TypeSymbol.ID>]
  /// The folders of each file, outermost first.
  private let folders: [[Substring]]

  /// Code that puts an object into the environment, with the type and the function around.
  struct Gift: Sendable {
    let types: Set<TypeSymbol.ID>
    let owner: TypeSymbol.ID?
    let function: String?
  }

  init(_ creations: [ViewCreation], _ gifts: [Gift], taken: [TypeSymbol.ID: Set<TypeSymbol.ID>], _ project: Project) {
    table = project.table
    folders = project.files.map { $0.path.split(separator: "/").dropLast() }
    self.taken = taken
    self.creations = Dictionary(grouping: creations, by: \.subject)
    for gift in gifts {
      if let owner = gift.owner { givenByTypes[owner, default: []].formUnion(gift.types) }
      if let function = gift.function { givenByFunctions[function, default: []].formUnion(gift.types) }
    }
    addGifts(ofMethodsIn: creations)
  }

  /// Adds what methods of `View` put into the environment by a view modifier, or by another such method.
  private mutating func addGifts(ofMethodsIn creations: [ViewCreation]) {
    var isComplete = false
    while !isComplete {
      isComplete = true
      for creation in creations {
        guard case .method(let name, nil, _) = creation.rest, !creation.isInClosure else { continue }
        let types =
          switch creation.subject {
          case .view(let view): table.isViewModifier(view) ? givenByTypes[view] : nil
          case .method(let other, _): givenByFunctions[other]
          }
        guard let types, !types.isSubset(of: givenByFunctions[name] ?? []) else { continue }
        givenByFunctions[name, default: []].formUnion(types)
        isComplete = false
      }
    }
  }

  /// Whether the files show where a view is created. If a view modifier is applied in a method of `View`, the calls of
  /// the method are its places.
  func isCreated(_ view: TypeSymbol.ID) -> Bool {
    let known = creations[.view(view)] ?? []
    if !table.isViewModifier(view) { return !known.isEmpty }
    let rests = closure(of: known.map(\.rest)) { rest -> [ViewCreation.Rest] in
      guard case .method(let name, let type, let parameters) = rest else { return [] }
      return callers(of: .method(name, of: type), parameters).map(\.rest)
    }
    return rests.contains { if case .same = $0 { true } else { $0 == .nothing } }
  }

  /// `isAlsoBehindTaking`: whether the question is where the environment has no such object, though a view on the way takes
  /// one as well.
  func beginnings(
    showing view: TypeSymbol.ID,
    without object: TypeSymbol.ID,
    isAlsoBehindTaking: Bool = false
  ) -> [ViewCreation] {
    var search = Search(object: object, isAlsoBehindTaking: isAlsoBehindTaking, asked: [.same(view): false])
    return (creations[.view(view)] ?? []).flatMap { beginnings(of: $0, under: [], &search) }
  }

  private struct Search {
    let object: TypeSymbol.ID
    let isAlsoBehindTaking: Bool
    /// The code that has been asked, and whether the place was found only under a condition.
    var asked: [ViewCreation.Rest: Bool]
  }

  /// The calls of a method. SwiftUI may have another method of `View` with the name, and other parameters.
  private func callers(of method: ViewCreation.Subject, _ parameters: [Parameter]) -> [ViewCreation] {
    (creations[method] ?? []).filter { $0.arguments.fit(parameters) }
  }

  /// Whether code in `file` means the declaration of a view in `declaringFile`. Several targets may each declare a view
  /// of one name; the declaration in the nearest folder is meant.
  private func means(_ view: TypeSymbol.ID, declaredIn declaringFile: Int, in file: Int) -> Bool {
    let files = table.types[view].declaringFiles
    guard files.count > 1, files.contains(declaringFile) else { return true }
    func nearness(_ other: Int) -> Int { zip(folders[file], folders[other]).prefix { $0 == $1 }.count }
    return nearness(declaringFile) == files.map(nearness).max()
  }

  private func beginnings(
    of creation: ViewCreation,
    under conditions: [CompilationCondition],
    _ search: inout Search
  ) -> [ViewCreation] {
    let object = search.object
    func includes(_ types: Set<TypeSymbol.ID>?) -> Bool {
      types?.contains { table.areRelated($0, object) } ?? false
    }
    if conditions.contains(where: creation.condition.excludes) || includes(creation.given)
      || creation.modifiers.contains(where: { includes(givenByFunctions[$0]) })
      || creation.containers.contains(where: { includes(givenByTypes[$0]) })
    {
      return []
    }
    // A place that was found only under a condition is followed again if it's found without one.
    func isNew() -> Bool {
      if let wasConditional = search.asked[creation.rest], creation.isConditional || !wasConditional { return false }
      search.asked[creation.rest] = creation.isConditional
      return true
    }
    let outer: [ViewCreation]
    switch creation.rest {
    case .anything: return []
    case .nothing: return [creation]
    case .same(let view):
      if !search.isAlsoBehindTaking, includes(taken[view]) { return [] }
      if creation.isInMemberOfUnknownUse, includes(givenByTypes[view]) { return [] }
      guard isNew() else { return [] }
      outer = (creations[.view(view)] ?? []).filter { means(view, declaredIn: creation.place.file, in: $0.place.file) }
    case .method(let name, let type, let parameters):
      guard isNew() else { return [] }
      outer = callers(of: .method(name, of: type), parameters)
    }
    return outer.flatMap { outer in
      var outer = outer
      outer.isConditional = outer.isConditional || creation.isConditional
      outer.isOfElement = outer.isOfElement || creation.isOfElement
      return beginnings(of: outer, under: conditions + [creation.condition], &search)
    }
  }
}

/// A place creating a view, with the environment there as far as the surrounding text shows.
struct ViewCreation: Sendable {
  enum Subject: Sendable, Hashable {
    case view(TypeSymbol.ID)
    /// The result of a method that the files declare for all views, or of a function that makes a view in another type.
    case method(String, of: TypeSymbol.ID?)
  }

  let subject: Subject
  let place: Place
  /// The arguments of a method.
  var arguments = Arguments()
  /// The objects that surrounding modifiers put into the environment.
  var given: Set<TypeSymbol.ID> = []
  /// The names of surrounding modifiers that may put something there.
  var modifiers: Set<String> = []
  /// The surrounding views and modifiers from the files, which may put something there.
  var containers: Set<TypeSymbol.ID> = []
  var rest = Rest.anything
  var condition = CompilationCondition()
  var isPreview = false
  /// Whether it's the content of something else, such as a sheet.
  var isInClosure = false
  /// Whether the place is in a member of a view, and it isn't known where the view uses that member.
  var isInMemberOfUnknownUse = false
  /// Whether the view is created only under a condition, here or in a view between this place and the view. The destination of
  /// a link and the content of a sheet count as well.
  var isConditional = false
  /// Whether the view is created for each element of a collection, here or in a view in between.
  var isOfElement = false
  /// Whether it's the root view of a controller, which keeps this value.
  var isRootOfController = false

  enum Rest: Sendable, Hashable {
    /// The environment of the view whose code contains the place.
    case same(TypeSymbol.ID)
    /// The environment in which this method is called, of an extension of `View` or another type.
    case method(String, of: TypeSymbol.ID?, parameters: [Parameter])
    /// Nothing: a view hierarchy begins here.
    case nothing
    /// Unknown.
    case anything
  }
}
