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
