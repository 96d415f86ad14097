/// What all files declare.
struct SymbolTable: Sendable {
  private struct Key: Hashable {
    let name: String
    /// The file that it is confined to.
    let file: Int?
  }

  private struct Alias {
    let target: TypeReference
    let scope: LookupScope
  }

  private(set) var types: [TypeSymbol] = []
  private var ids: [Key: TypeSymbol.ID] = [:]
  private var aliases: [Key: Alias] = [:]
  private var globals: [String: [(member: Member, file: Int)]] = [:]
  /// The type of each declaration of each file; of an extension the type that it extends.
  private var typesOfDeclarations: [[TypeSymbol.ID?]] = []
  /// The types that each file declares and extends, by where their names stand.
  private(set) var declarationOffsets: [[Int: TypeSymbol.ID]] = []

  /// Puts the surveys of all files together.
  init(_ surveys: [FileSurvey]) {
    for (file, survey) in surveys.enumerated() {
      typesOfDeclarations.append(Array(repeating: nil, count: survey.declarations.count))
      for (index, declaration) in survey.declarations.enumerated() { declare(declaration, index, in: file, survey) }
      for member in survey.globals { globals[member.name, default: []].append((member, file)) }
    }
    // An extension may be of a type that is nested in what another extension declares: until nothing new is found.
    var pending = surveys.indices.flatMap { file in
      surveys[file].declarations.indices.map { (file: file, index: $0) }
    }
    while true {
      let left = pending.filter {
        !extend(surveys[$0.file].declarations[$0.index], $0.index, in: $0.file, surveys[$0.file])
      }
      if left.count == pending.count { break }
      pending = left
    }
    for (file, survey) in surveys.enumerated() {
      var offsets: [Int: TypeSymbol.ID] = [:]
      for (index, id) in typesOfDeclarations[file].enumerated() { offsets[survey.declarations[index].offset] = id }
      declarationOffsets.append(offsets)
    }
    // Names in that file are looked up without regard to functions.
    for local in types where local.isLocal {
      if let id = ids[Key(name: local.name, file: nil)] { types[id].rival = local.place }
    }
  }

  private mutating func declare(_ declaration: TypeDeclaration, _ index: Int, in file: Int, _ survey: FileSurvey) {
    if declaration.kind == .extension { return }
    var isPrivate = declaration.isPrivate
    var names = declaration.name
    var outer = declaration.outer
    var outerTypes: [TypeSymbol.ID] = []
    while let index = outer {
      let enclosing = survey.declarations[index]
      // What is nested in an extension is declared once it's known what that extends.
      if enclosing.kind == .extension, typesOfDeclarations[file][index] == nil { return }
      isPrivate = isPrivate || enclosing.isPrivate
      if let id = typesOfDeclarations[file][index] {
        names = [types[id].name] + names
        outerTypes = types[id].scope.types
        isPrivate = isPrivate || ids[Key(name: types[id].name, file: file)] == id
        break
      }
      outer = enclosing.outer
    }
    let scope = LookupScope(file: file, types: outerTypes)
    let name = names.joined(separator: ".")
    let key = Key(name: name, file: isPrivate ? file : nil)
    if declaration.kind == .typealias {
      aliases[key] = Alias(target: declaration.inherited[0], scope: scope)
      return
    }
    let place = Place(file: file, offset: declaration.offset)
    if let id = ids[key] {
      types[id].rival = place
      typesOfDeclarations[file][index] = id
      types[id].add(declaration.members)
      types[id].inherited += declaration.inherited.map {
        TypeSymbol.Inherited(type: $0, scope: types[id].scope, isInExtension: false)
      }
      return
    }
    let id = types.count
    ids[key] = id
    typesOfDeclarations[file][index] = id
    var symbol = TypeSymbol(
      id: id,
      name: name,
      kind: declaration.kind,
      place: place,
      scope: LookupScope(file: file, types: outerTypes + [id]),
      isLocal: declaration.isLocal,
      isPublic: declaration.isPublic,
      attributes: declaration.attributes,
      hasAssociatedValues: declaration.hasAssociatedValues,
      availableFrom: declaration.availableFrom,
      genericParameters: declaration.genericParameters,
      inherited: declaration.inherited.map {
        TypeSymbol.Inherited(
          type: $0,
          scope: LookupScope(file: file, types: outerTypes + [id]),
          isInExtension: false
        )
      }
    )
    symbol.add(declaration.members)
    types.append(symbol)
  }

  /// Declares what could not be declared at first, and adds an extension to its type.
  ///
  /// - Returns: Whether there is nothing left to do.
  private mutating func extend(
    _ declaration: TypeDeclaration,
    _ index: Int,
    in file: Int,
    _ survey: FileSurvey
  ) -> Bool {
    if declaration.kind == .typealias { return true }
    if typesOfDeclarations[file][index] != nil { return true }
    guard declaration.kind == .extension else {
      declare(declaration, index, in: file, survey)
      return typesOfDeclarations[file][index] != nil
    }
    let scope = LookupScope(file: file)
    guard case .type(let id) = resolve(.named(declaration.name), in: scope) else { return false }
    typesOfDeclarations[file][index] = id
    types[id].add(declaration.members)
    types[id].inherited += declaration.inherited.map {
      TypeSymbol.Inherited(type: $0, scope: scope, isInExtension: true)
    }
    return true
  }
}

// MARK: - Names

extension SymbolTable {
  /// What a type stands for where it is written.
  func resolve(
    _ type: TypeReference,
    in scope: LookupScope,
    generics: [[String: TypeReference?]] = [],
    depth: Int = 0
  ) -> ResolvedType {
    // Aliases and constraints may go round in circles, in sources that don't compile.
    if depth > 16 { return .unknown }
    switch type {
    case .unknown: return .unknown
    case .collection(let element):
      return .collection(resolve(element, in: scope, generics: generics, depth: depth + 1))
    case .function(let result):
      return .function(result: resolve(result, in: scope, generics: generics, depth: depth + 1))
    case .composition(let parts):
      return .composition(parts.map { resolve($0, in: scope, generics: generics, depth: depth + 1) })
    case .named(let names, _):
      return resolve(names, in: scope, generics: generics, depth: depth)
    }
  }

  private func resolve(
    _ names: [String],
    in scope: LookupScope,
    generics: [[String: TypeReference?]],
    depth: Int
  ) -> ResolvedType {
    let first = names[0]
    if names.count == 1 {
      for parameters in generics.reversed() {
        if let constraint = parameters[first] {
          guard let constraint else { return .parameter(first) }
          return resolve(constraint, in: scope, generics: generics, depth: depth + 1)
        }
      }
      if first == "Self", let id = scope.types.last { return .type(id) }
    }
    for (level, id) in scope.types.enumerated().reversed() {
      let inner = LookupScope(file: scope.file, types: Array(scope.types[...level]))
      if names.count == 1, let constraint = types[id].genericParameters[first] {
        guard let constraint else { return .parameter(first) }
        return resolve(constraint, in: inner, generics: [], depth: depth + 1)
      }
      if types[id].name.split(separator: ".").last.map(String.init) == first, names.count == 1 { return .type(id) }
      let name = types[id].name + "." + names.joined(separator: ".")
      if let found = declared(name, file: scope.file, depth: depth) { return found }
    }
    if let found = declared(names.joined(separator: "."), file: scope.file, depth: depth) { return found }
    // `Store.ID` where `Store` is an alias.
    if names.count > 1, case .type(let id)? = declared(first, file: scope.file, depth: depth) {
      let name = ([types[id].name] + names.dropFirst()).joined(separator: ".")
      return declared(name, file: scope.file, depth: depth) ?? .external(name)
    }
    // The first name may be that of a module.
    if names.count > 1, let found = declared(names.dropFirst().joined(separator: "."), file: scope.file, depth: depth) {
      return found
    }
    let name =
      names.count > 1 && ["Combine", "SwiftUI", "Foundation", "Swift", "Observation"].contains(first)
      ? names.dropFirst().joined(separator: ".") : names.joined(separator: ".")
    return name == "ObservableObject" || name == "OpenCombine.ObservableObject" ? .observableObject : .external(name)
  }

  private func declared(_ name: String, file: Int, depth: Int) -> ResolvedType? {
    for key in [Key(name: name, file: file), Key(name: name, file: nil)] {
      if let id = ids[key] { return .type(id) }
      if let alias = aliases[key] { return resolve(alias.target, in: alias.scope, depth: depth + 1) }
    }
    return nil
  }
}

// MARK: - Members

extension SymbolTable {
  /// The members of that name of a type and of what it inherits from, with the scope in which they were declared.
  func members(_ name: String, of id: TypeSymbol.ID, depth: Int = 0) -> [(member: Member, scope: LookupScope)] {
    if depth > 16 { return [] }
    if let members = types[id].members[name] { return members.map { ($0, types[id].scope) } }
    for inherited in types[id].inherited {
      for parent in symbols(in: resolve(inherited.type, in: inherited.scope)) where parent != id {
        let found = members(name, of: parent, depth: depth + 1)
        if !found.isEmpty { return found }
      }
    }
    return []
  }

  /// The types that a resolved type has parts of.
  func symbols(in type: ResolvedType) -> [TypeSymbol.ID] {
    switch type {
    case .type(let id), .metatype(let id): [id]
    case .composition(let parts): parts.flatMap { symbols(in: $0) }
    default: []
    }
  }

  func globals(_ name: String) -> [(member: Member, file: Int)] {
    globals[name] ?? []
  }

  /// What following a path leads to; `local` tells what a name means in the function that the path stands in.
  func resolve(
    _ path: ExpressionPath,
    in scope: LookupScope,
    generics: [[String: TypeReference?]] = [],
    depth: Int = 0,
    local: (String) -> ResolvedType? = { _ in nil }
  ) -> ResolvedType {
    if depth > 16 { return .unknown }
    var steps = path.steps[...]
    var current: ResolvedType
    switch path.root {
    case .type(let type): current = resolve(type, in: scope, generics: generics)
    case .selfReference:
      // In a closure with a capture list `self` may have been given another name, but never another type.
      current = scope.types.last.map { .type($0) } ?? .unknown
    case .name(let name):
      current = resolve(name, &steps, in: scope, generics: generics, depth: depth, local: local)
    }
    while let step = steps.popFirst() {
      current = self.step(step, from: current, &steps, depth: depth)
    }
    return current
  }

  private func resolve(
    _ name: String,
    _ steps: inout ArraySlice<ExpressionPath.Step>,
    in scope: LookupScope,
    generics: [[String: TypeReference?]],
    depth: Int,
    local: (String) -> ResolvedType?
  ) -> ResolvedType {
    if let type = local(name) { return type }
    for (level, id) in scope.types.enumerated().reversed() {
      let found = members(name, of: id)
      if !found.isEmpty { return type(of: found, depth: depth) }
      if level == 0 { break }
    }
    let found = globals(name)
    let visible = found.filter { $0.file == scope.file }.isEmpty ? found : found.filter { $0.file == scope.file }
    if !visible.isEmpty { return type(of: visible.map { ($0.member, LookupScope(file: $0.file)) }, depth: depth) }
    // A type, perhaps nested: as many names as lead to one.
    switch resolve(.named([name]), in: scope, generics: generics) {
    case .type(let id): return .metatype(id)
    case .external(let external):
      // An upper-case name is that of another module's type, or of a module.
      if let first = name.unicodeScalars.first, first.properties.isUppercase {
        if case .member(let member)? = steps.first,
          case .type(let id) = resolve(.named([name, member]), in: scope, generics: generics)
        {
          steps.removeFirst()
          return .metatype(id)
        }
        return .external(external)
      }
      return .unknown
    case let other: return other
    }
  }

  private func step(
    _ step: ExpressionPath.Step,
    from current: ResolvedType,
    _ steps: inout ArraySlice<ExpressionPath.Step>,
    depth: Int
  ) -> ResolvedType {
    switch (step, current) {
    case (.call, .metatype(let id)): return .type(id)
    case (.call, .function(let result)): return result
    case (.call, .external), (.element, .external): return current
    case (.element, .collection(let element)): return element
    case (.member("first"), .collection(let element)), (.member("last"), .collection(let element)): return element
    case (.member("shared"), .external), (.member("default"), .external): return current
    case (.member(let name), .metatype(let id)):
      let found = members(name, of: id).filter { $0.member.isStatic }
      if !found.isEmpty { return type(of: found, depth: depth) }
      if case .type(let nested) = resolve(.named([types[id].name, name]), in: types[id].scope) {
        return .metatype(nested)
      }
      return .unknown
    case (.member(let name), .type(let id)):
      return type(of: members(name, of: id).filter { !$0.member.isStatic }, depth: depth)
    case (.member(let name), .composition(let parts)):
      for id in symbols(in: .composition(parts)) {
        let found = members(name, of: id)
        if !found.isEmpty { return type(of: found, depth: depth) }
      }
      return .unknown
    default: return .unknown
    }
  }

  /// The type that all of them have.
  private func type(of found: [(member: Member, scope: LookupScope)], depth: Int) -> ResolvedType {
    var type: ResolvedType?
    for (member, scope) in found {
      let next = self.type(of: member, in: scope, depth: depth)
      if let type, type != next { return .unknown }
      type = next
    }
    return type ?? .unknown
  }

  /// The type of a property, or of a function.
  func type(of member: Member, in scope: LookupScope, depth: Int = 0) -> ResolvedType {
    if let type = member.type {
      let resolved = resolve(type, in: scope)
      return member.kind == .function ? .function(result: resolved) : resolved
    }
    if member.kind == .function { return .function(result: .external("Void")) }
    if let value = member.value { return resolve(value, in: scope, depth: depth + 1) }
    // `@Environment(Store.self) var store`, `@UIApplicationDelegateAdaptor(Delegate.self) var delegate`
    if let argument = member.attributeArgument,
      case .metatype(let id) = resolve(argument, in: scope, depth: depth + 1)
    {
      return .type(id)
    }
    return .unknown
  }
}
