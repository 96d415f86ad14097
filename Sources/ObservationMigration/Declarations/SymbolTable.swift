struct SymbolTable: Sendable {
  /// The meaning of a name: a type if there is one, else the target of an alias.
  private struct Meaning {
    var type: TypeSymbol.ID?
    var alias: (target: TypeReference, scope: LookupScope)?
  }

  /// The files that see a declaration.
  private enum Visibility: Hashable {
    case everywhere
    case file(Int)
    /// The files that mean the type of this target: see ``Namesakes``.
    case target(Int)
  }

  private let defaultsToMainActor: Bool
  /// The folder of each file.
  private let folders: [Substring]
  /// The modules that files of a folder import: none of these is the module to which the folder belongs.
  private let importsOfFolders: [Substring: Set<String>]
  /// The modules that each file imports.
  private let imports: [Set<String>]
  /// Superclasses of other modules that are known to observe nothing.
  let plainSuperclasses: Set<String>
  private(set) var types: [TypeSymbol] = []
  /// By name, and by the files that see the declaration. The first of the two lookups fails for most names, because the files
  /// don't declare them.
  private var meanings: [String: [Visibility: Meaning]] = [:]
  private let namesakes: Namesakes
  /// Without the enclosing types.
  private(set) var aliasNames: Set<String> = []
  /// Without the enclosing types.
  private(set) var typeNames: Set<String> = []
  /// The names of nested types and aliases, without the enclosing types.
  private var nestedNames: Set<String> = []
  private var globals: [String: [(member: Member, file: Int)]] = [:]
  /// The names of all types' members.
  private(set) var memberNames: Set<String> = []
  /// The type of each declaration of each file; for an extension, the extended type.
  private(set) var typesOfDeclarations: [[TypeSymbol.ID?]] = []
  /// The types that each file declares and extends, by the positions of their names.
  private(set) var declarationOffsets: [[Int: TypeSymbol.ID]] = []
  /// Extensions of types that the files don't declare, with their inheritance lists.
  private(set) var foreignExtensions: [(place: Place, inherited: [TypeReference])] = []
  /// The members in such extensions, by name.
  private(set) var foreignMembers: [String: [(member: Member, type: String?, file: Int)]] = [:]
  /// The types passed for generic parameters that are constrained to `ObservableObject`.
  private var genericArguments: [GenericParameter: [TypeSymbol.ID]] = [:]
  /// Each type with all of its supertypes: superclasses, protocols and their supertypes.
  private(set) var supertypes: [Set<TypeSymbol.ID>] = []
  /// The superclasses of each type that the files declare, the direct one first.
  private(set) var superclasses: [[TypeSymbol.ID]] = []
  /// Each type that has subtypes, with all of them.
  private(set) var subtypes: [TypeSymbol.ID: Set<TypeSymbol.ID>] = [:]
  private var isolatedTypes: Set<TypeSymbol.ID> = []
  private(set) var announcingTypes: Set<TypeSymbol.ID> = []
  /// Types whose changes are announced by other code: `store.objectWillChange.send()`.
  private(set) var typesAnnouncedByOthers: Set<TypeSymbol.ID> = []
  /// For each name, the types that announce changes and store a property of the name.
  private(set) var announcingTypesByProperty: [String: Set<TypeSymbol.ID>] = [:]
  private(set) var announcedProperties: Set<PropertyKey> = []
  /// Announced properties that are only guessed: their types announce changes, and nothing shows of what.
  private var perhapsAnnouncedProperties: Set<PropertyKey> = []

  /// Whether changes of a property are announced by hand, not only guessed to be.
  func isSurelyAnnounced(_ property: PropertyKey) -> Bool {
    announcedProperties.contains(property) && !perhapsAnnouncedProperties.contains(property)
  }

  init(_ surveys: [FileSurvey], defaultsToMainActor: Bool, plainSuperclasses: Set<String> = []) {
    self.defaultsToMainActor = defaultsToMainActor
    self.plainSuperclasses = plainSuperclasses
    folders = surveys.map(\.folder)
    imports = surveys.map(\.imports)
    namesakes = Namesakes(surveys)
    importsOfFolders = Dictionary(surveys.map { ($0.folder, $0.imports) }) { $0.union($1) }
    for (file, survey) in surveys.enumerated() {
      typesOfDeclarations.append(Array(repeating: nil, count: survey.declarations.count))
      for index in survey.declarations.indices { declare(index, in: file, survey) }
      for member in survey.globals { globals[member.name, default: []].append((member, file)) }
    }
    // An extension may extend a type nested in another extension's declaration: repeat until nothing new is found.
    var pending = surveys.indices.flatMap { file in
      surveys[file].declarations.indices.map { (file: file, index: $0) }
    }
    while true {
      let left = pending.filter { !extend($0.index, in: $0.file, surveys[$0.file]) }
      if left.count == pending.count { break }
      pending = left
    }
    for (file, index) in pending {
      let declaration = surveys[file].declarations[index]
      guard declaration.kind == .extension else { continue }
      for member in declaration.members {
        foreignMembers[member.name, default: []].append((member, declaration.name.last, file))
      }
      guard !declaration.inherited.isEmpty else { continue }
      foreignExtensions.append((Place(file: file, offset: declaration.offset), declaration.inherited))
    }
    for (file, survey) in surveys.enumerated() {
      var offsets: [Int: TypeSymbol.ID] = [:]
      for (index, id) in typesOfDeclarations[file].enumerated() { offsets[survey.declarations[index].offset] = id }
      declarationOffsets.append(offsets)
    }
    typeNames = Set(types.map(\.lastName))
    for id in types.indices {
      memberNames.formUnion(types[id].members.keys)
      for index in types[id].inherited.indices {
        let inherited = types[id].inherited[index]
        types[id].inherited[index].resolved = resolve(inherited.type, in: inherited.scope)
      }
    }
    genericArguments = findGenericArguments(surveys)
    supertypes = types.indices.map { closure(of: [$0]) { types[$0].inherited.flatMap { symbols(in: $0.resolved) } } }
    superclasses = types.indices.map(findSuperclasses)
    for (id, supertypes) in supertypes.enumerated() {
      for supertype in supertypes where supertype != id { subtypes[supertype, default: []].insert(id) }
    }
    for (file, survey) in surveys.enumerated() {
      for use in survey.publisherUses where use.isAnnouncementOfOther {
        typesAnnouncedByOthers.formUnion(objects(of: use, in: file).filter { types[$0].kind == .class })
      }
    }
    announcingTypes = Set(types.filter { $0.announces || $0.functions.values.contains(where: \.announces) }.map(\.id))
      .union(typesAnnouncedByOthers)
    for type in announcingTypes {
      for name in types[type].members.keys where types[type].storedProperty(name) != nil {
        announcingTypesByProperty[name, default: []].insert(type)
      }
    }
    isolatedTypes = Set(
      types.indices.filter { types[$0].kind == .actor || types[$0].attributes.hasGlobalActor || isOnMainActor($0) }
    )
    (announcedProperties, perhapsAnnouncedProperties) = findAnnouncedProperties()
  }

  func globals(_ name: String) -> [(member: Member, file: Int)] { globals[name] ?? [] }

  /// The types of this name that more than one file sees: several if targets have types of their own.
  func types(named name: String) -> [TypeSymbol.ID] {
    (meanings[name] ?? [:]).compactMap { visibility, meaning in
      if case .file = visibility { nil } else { meaning.type }
    }
    .sorted()
  }

  /// Whether the types of this name are structures or enumerations.
  func isOfValues(_ name: String) -> Bool {
    let named = types(named: name)
    return !named.isEmpty && named.allSatisfy { [.struct, .enum].contains(types[$0].kind) }
  }

  /// The types of the name of this one that other targets have.
  func namesakes(of id: TypeSymbol.ID) -> [TypeSymbol.ID] {
    let types = types(named: types[id].name)
    return types.contains(id) ? types.filter { $0 != id } : []
  }

  private mutating func declare(_ index: Int, in file: Int, _ survey: FileSurvey) {
    let declaration = survey.declarations[index]
    if declaration.kind == .extension { return }
    var isPrivate = declaration.isPrivate
    var names = declaration.name
    var outer = declaration.outer
    var outerTypes: [TypeSymbol.ID] = []
    while let index = outer {
      let enclosing = survey.declarations[index]
      // A type nested in an extension is declared once the extended type is known.
      if enclosing.kind == .extension, typesOfDeclarations[file][index] == nil { return }
      isPrivate = isPrivate || enclosing.isPrivate
      if let id = typesOfDeclarations[file][index] {
        names = [types[id].name] + names
        outerTypes = types[id].scope.types
        isPrivate = isPrivate || meanings[types[id].name]?[.file(file)]?.type == id
        break
      }
      outer = enclosing.outer
    }
    let name = names.joined(separator: ".")
    let target = namesakes.target(of: name, in: file)
    let visibility = isPrivate ? Visibility.file(file) : target.map { .target($0) } ?? .everywhere
    if names.count > 1, let last = names.last { nestedNames.insert(last) }
    if declaration.kind == .typealias {
      aliasNames.insert(declaration.name.last ?? "")
      let scope = LookupScope(file: file, types: outerTypes)
      meanings[name, default: [:]][visibility, default: Meaning()].alias = (declaration.inherited[0], scope)
      return
    }
    if let id = meanings[name]?[visibility]?.type {
      typesOfDeclarations[file][index] = id
      types[id].add(declaration, in: file)
    } else {
      let id = types.count
      typesOfDeclarations[file][index] = id
      meanings[name, default: [:]][visibility, default: Meaning()].type = id
      types.append(TypeSymbol(declaration, id: id, name: name, in: file, nestedIn: outerTypes))
    }
  }

  /// Declares a type that couldn't be declared at first, or adds an extension to its type. Returns whether nothing is
  /// left to do.
  private mutating func extend(_ index: Int, in file: Int, _ survey: FileSurvey) -> Bool {
    let declaration = survey.declarations[index]
    if declaration.kind == .typealias {
      guard let outer = declaration.outer, survey.declarations[outer].kind == .extension else { return true }
      declare(index, in: file, survey)
      return typesOfDeclarations[file][outer] != nil
    }
    if typesOfDeclarations[file][index] != nil { return true }
    guard declaration.kind == .extension else {
      declare(index, in: file, survey)
      return typesOfDeclarations[file][index] != nil
    }
    guard case .type(let id) = resolve(.named(declaration.name), in: LookupScope(file: file)) else { return false }
    typesOfDeclarations[file][index] = id
    types[id].add(declaration, in: file)
    return true
  }
}

// MARK: - Isolation

extension SymbolTable {
  func isOnMainActor(_ id: TypeSymbol.ID, depth: Int = 0) -> Bool {
    let symbol = types[id]
    if symbol.attributes.contains("MainActor") { return true }
    if symbol.isNonisolated || symbol.attributes.hasGlobalActor { return false }
    if defaultsToMainActor { return symbol.kind != .actor }
    guard depth < 16 else { return false }
    // A protocol isolates types that conform in their own declarations.
    return symbol.inherited.contains { inherited in
      guard !inherited.isInExtension else { return false }
      switch inherited.resolved {
      case .type(let parent): return parent != id && isOnMainActor(parent, depth: depth + 1)
      case .external(let name):
        return MainActorClasses.names.contains(name) || MainActorClasses.protocols.contains(name)
      default: return false
      }
    }
  }

  func isIsolated(_ id: TypeSymbol.ID) -> Bool { isolatedTypes.contains(id) }
}

extension [String] {
  /// `MainActor`, or another attribute named like an actor.
  var hasGlobalActor: Bool { contains { $0.hasSuffix("Actor") } }
}

// MARK: - Names

extension SymbolTable {
  func resolve(_ type: TypeReference, in scope: LookupScope) -> ResolvedType { interpret(type, in: scope).plain }

  /// The type that a reference names, with its generic arguments; `substitution` has the types of generic parameters.
  func interpret(
    _ type: TypeReference,
    in scope: LookupScope,
    _ substitution: [GenericParameter: ResolvedType] = [:],
    depth: Int = 0
  ) -> ResolvedType {
    // Aliases and constraints may be circular in sources that don't compile.
    if depth > 16 { return .unknown }
    func part(_ type: TypeReference) -> ResolvedType {
      interpret(type, in: scope, substitution, depth: depth + 1)
    }
    switch type {
    case .unknown: return .unknown
    case .collection(let element): return .collection(part(element))
    case .function(let result): return .function(result: part(result))
    case .composition(let parts): return .composition(parts.map(part))
    case .named(let names, let arguments):
      let type = interpret(names, in: scope, substitution, depth: depth)
      return arguments.isEmpty ? type : .specialized(type.plain, arguments.map(part))
    }
  }

  private func interpret(
    _ names: [String],
    in scope: LookupScope,
    _ substitution: [GenericParameter: ResolvedType],
    depth: Int
  ) -> ResolvedType {
    let first = names[0]
    // `Self.Model`
    if first == "Self", names.count > 1 {
      return interpret(Array(names.dropFirst()), in: scope, substitution, depth: depth)
    }
    if names.count == 1 {
      for parameters in scope.generics.reversed() {
        if let constraint = parameters[first] {
          return self.parameter(
            first,
            constrainedTo: constraint.map { interpret($0, in: scope, substitution, depth: depth + 1) }
          )
        }
      }
      if first == "Self", let id = scope.types.last { return .type(id) }
    }
    for (level, id) in scope.types.enumerated().reversed() {
      let inner = LookupScope(file: scope.file, types: Array(scope.types[...level]))
      if names.count == 1, let constraint = types[id].genericParameters[first] {
        let parameter = GenericParameter(type: id, name: first)
        if let argument = substitution[parameter] { return argument }
        if let arguments = genericArguments[parameter] { return .either(arguments) }
        return self.parameter(first, constrainedTo: constraint.map { interpret($0, in: inner, depth: depth + 1) })
      }
      if names.count == 1, types[id].lastName == first { return .type(id) }
      if let found = nested(names, in: id, file: scope.file, depth: depth) { return found }
    }
    if let found = declared(names.joined(separator: "."), file: scope.file, depth: depth) { return found }
    // `Store.ID` where `Store` is an alias, or inherits `ID`.
    if names.count > 1, case .type = declared(first, file: scope.file, depth: depth)?.plain {
      var current = ResolvedType.external(first)
      for (count, name) in names.enumerated() {
        if count == 0 {
          current = declared(first, file: scope.file, depth: depth) ?? current
        } else if case .type(let id) = current.plain {
          let rest = names[count...].joined(separator: ".")
          current = nested([name], in: id, file: scope.file, depth: depth) ?? .external("\(types[id].name).\(rest)")
        }
      }
      return current
    }
    // The first name may be a module's.
    if names.count > 1, let found = declared(names.dropFirst().joined(separator: "."), file: scope.file, depth: depth),
      mayDeclare(found, in: first)
    {
      return found
    }
    let name =
      names.count > 1 && ["Combine", "SwiftUI", "Foundation", "Swift", "Observation"].contains(first)
      ? names.dropFirst().joined(separator: ".") : names.joined(separator: ".")
    return name == "ObservableObject" || name == "OpenCombine.ObservableObject" ? .observableObject : .external(name)
  }

  /// The type of a generic parameter. A constraint to a type of another module says nothing about it: `Model: Hashable`.
  private func parameter(_ name: String, constrainedTo constraint: ResolvedType?) -> ResolvedType {
    if case .external? = constraint { return .parameter(name) }
    return constraint ?? .parameter(name)
  }

  /// Whether a type may be one of this module: `Engine.Source` isn't the app's own `Source` if that is declared beside
  /// files that import `Engine`.
  private func mayDeclare(_ found: ResolvedType, in module: String) -> Bool {
    guard case .type(let id) = found.plain else { return true }
    return importsOfFolders[folders[types[id].place.file]]?.contains(module) != true
  }

  /// Whether a file imports another `Observable` than that of Observation.
  func importsAnotherObservable(in file: Int) -> Bool { !imports[file].isDisjoint(with: ModulesWithObservable.names) }

  /// Whether a file can use only public members of a type, because it imports the module of the type: the declaration
  /// stands in `Sources/NAME`, and the files beside it don't import NAME. Tests can use internal members.
  func importsModule(of id: TypeSymbol.ID, in file: Int) -> Bool {
    let folder = folders[types[id].place.file]
    let folders = folder.split(separator: "/")
    let modules = imports[file].subtracting(importsOfFolders[folder] ?? [])
    return modules.isDisjoint(with: FileSurvey.modulesOfTests)
      && zip(folders, folders.dropFirst()).contains { $0 == "Sources" && modules.contains(String($1)) }
  }

  /// A declaration nested in a type, its superclass, or a protocol.
  private func nested(_ names: [String], in id: TypeSymbol.ID, file: Int, depth: Int) -> ResolvedType? {
    let name = types[id].name + "." + names.joined(separator: ".")
    if let found = declared(name, file: file, depth: depth) { return found }
    // A few steps are enough, and a type that inherits from its own nested type doesn't compile.
    guard nestedNames.contains(names[0]), depth < 12 else { return nil }
    for inherited in types[id].inherited {
      for parent in symbols(in: interpret(inherited.type, in: inherited.scope, depth: depth + 4)) where parent != id {
        if let found = nested(names, in: parent, file: file, depth: depth + 4) { return found }
      }
    }
    return nil
  }

  private func declared(_ name: String, file: Int, depth: Int) -> ResolvedType? {
    guard let meanings = meanings[name],
      let meaning = meanings[.file(file)] ?? meanings[.everywhere]
        ?? namesakes.target(of: name, in: file).flatMap({ meanings[.target($0)] })
    else { return nil }
    if let id = meaning.type { return .type(id) }
    return meaning.alias.map { interpret($0.target, in: $0.scope, depth: depth + 1) }
  }
}
