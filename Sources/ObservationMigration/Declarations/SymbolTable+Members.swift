extension SymbolTable {
  /// The members of a name in a type and its supertypes, with the scope of their declarations: those that code in `file`
  /// may mean.
  func members(
    _ name: String,
    of id: TypeSymbol.ID,
    seenFrom file: Int? = nil
  ) -> [(member: Member, scope: LookupScope)] {
    first(from: id) { type in
      let found = types[type].members(name, seenFrom: file)
      return found.isEmpty ? nil : found.map { ($0, types[type].scope(of: $0)) }
    } ?? []
  }

  /// The property of a name that objects of a type have. Beside `var status` there may be a `static func status(for:)`, or
  /// another static member, also in a subclass.
  func property(
    _ name: String,
    of id: TypeSymbol.ID,
    seenFrom file: Int? = nil
  ) -> (member: Member, scope: LookupScope)? {
    properties(name, of: id, seenFrom: file).first
  }

  /// The properties of a name that objects of a type have: several if it's declared several times.
  func properties(
    _ name: String,
    of id: TypeSymbol.ID,
    seenFrom file: Int? = nil
  ) -> [(member: Member, scope: LookupScope)] {
    first(from: id) { type in
      let found = types[type].members(name, seenFrom: file).filter { $0.kind == .property && !$0.isStatic }
      return found.isEmpty ? nil : found.map { ($0, types[type].scope(of: $0)) }
    } ?? []
  }

  /// The first result for a type or one of its supertypes, depth first.
  func first<Found>(from id: TypeSymbol.ID, depth: Int = 0, _ find: (TypeSymbol.ID) -> Found?) -> Found? {
    if let found = find(id) { return found }
    guard depth < 16 else { return nil }
    for inherited in types[id].inherited {
      for parent in symbols(in: inherited.resolved) where parent != id {
        if let found = first(from: parent, depth: depth + 1, find) { return found }
      }
    }
    return nil
  }

  /// The types of the files that a property of a type leads to.
  func symbols(behind property: String, of id: TypeSymbol.ID) -> [TypeSymbol.ID] {
    members(property, of: id).flatMap { member, scope in symbols(in: type(of: member, in: scope)) }
  }

  /// The types of the files that a resolved type consists of.
  func symbols(in type: ResolvedType) -> [TypeSymbol.ID] {
    switch type {
    case .type(let id), .metatype(let id): [id]
    case .composition(let parts): parts.flatMap { symbols(in: $0) }
    case .either(let types): types
    case .specialized(let type, _): symbols(in: type)
    default: []
    }
  }

  /// The type that a path without local names leads to.
  func resolve(_ path: ExpressionPath, in scope: LookupScope) -> ResolvedType { follow(path, in: scope).plain }

  /// The type of a path, with the arguments of generic types; `elsewhere` where the path leaves the files.
  func follow(_ path: ExpressionPath, in scope: LookupScope, depth: Int = 0) -> ResolvedType {
    if depth > 16 { return .unknown }
    var steps = path.steps[...]
    var current: ResolvedType
    switch path.root {
    case .type(let type): current = interpret(type, in: scope)
    case .selfReference:
      // A capture list may give `self` another name, but never another type.
      current = scope.types.last.map { .type($0) } ?? .unknown
    case .name(let name):
      current = follow(name, &steps, in: scope, depth: depth)
    }
    while let step = steps.popFirst() {
      switch step {
      case .arguments(let arguments): current = result(current, of: arguments, in: scope, depth: depth)
      case .resolution(let type):
        switch current {
        case .elsewhere, .external, .parameter, .unknown: current = interpret(type, in: scope)
        default: break
        }
      case .generic(let arguments):
        if case .metatype = current { current = .specialized(current, arguments.map { interpret($0, in: scope) }) }
      default: current = self.step(step, from: current, &steps, in: scope.file, depth: depth)
      }
    }
    return current
  }

  /// The result of a call with its arguments. A function of another module may return an object that it gets.
  private func result(
    _ result: ResolvedType,
    of arguments: [ExpressionPath.Argument],
    in scope: LookupScope,
    depth: Int
  ) -> ResolvedType {
    func type(_ argument: ExpressionPath.Argument) -> ResolvedType {
      argument.path.map { follow($0, in: scope, depth: depth + 1) } ?? .unknown
    }
    switch result {
    case .parameter(_, let place?):
      let found =
        place.label.map { label in arguments.first { $0.label == label } }
        ?? arguments.filter { $0.label == nil }.dropFirst(place.number).first
      let known = found.map(type) ?? .unknown
      return if case .metatype(let id) = known.plain { .type(id) } else { known }
    case .elsewhere:
      let mayReturnIt = arguments.contains {
        if case .type(let id) = type($0).plain { types[id].isClass } else { false }
      }
      return mayReturnIt ? .unknown : result
    default: return result
    }
  }

  private func follow(
    _ name: String,
    _ steps: inout ArraySlice<ExpressionPath.Step>,
    in scope: LookupScope,
    depth: Int
  ) -> ResolvedType {
    for id in scope.types.reversed() {
      let found = chosen(members(name, of: id, seenFrom: scope.file), for: steps)
      // A type may be declared once for each platform.
      let here = found.filter { $0.member.file == scope.file }
      if !found.isEmpty { return type(of: here.isEmpty ? found : here, depth: depth) }
    }
    let found = globals(name)
    let visible = found.filter { $0.file == scope.file }.isEmpty ? found : found.filter { $0.file == scope.file }
    if !visible.isEmpty { return type(of: visible.map { ($0.member, LookupScope(file: $0.file)) }, depth: depth) }
    // A type, perhaps nested: as many names as belong to the type.
    switch interpret(.named([name]), in: scope) {
    case .type(let id): return .metatype(id)
    // An alias of `Page<Photo>`.
    case .specialized(.type(let id), let arguments): return .specialized(.metatype(id), arguments)
    case .external(let external):
      // An upper-case name means another module's type, or a module.
      if let first = name.unicodeScalars.first, first.properties.isUppercase {
        if case .member(let member)? = steps.first,
          case .type(let id) = resolve(.named([name, member]), in: scope)
        {
          steps.removeFirst()
          return .metatype(id)
        }
        return .external(external)
      }
      return foreignMembers[name] != nil || Self.isImplicit(name) ? .unknown : .elsewhere
    case let other: return other
    }
  }

  private static func isImplicit(_ name: String) -> Bool {
    name.hasPrefix("$") || name.hasPrefix("_") || ["newValue", "oldValue", "error", "super"].contains(name)
  }

  private func step(
    _ step: ExpressionPath.Step,
    from current: ResolvedType,
    _ steps: inout ArraySlice<ExpressionPath.Step>,
    in file: Int,
    depth: Int
  ) -> ResolvedType {
    switch (step, current) {
    case (.call, .metatype(let id)): return .type(id)
    case (.call, .specialized(.metatype(let id), let arguments)): return .specialized(.type(id), arguments)
    case (.member, .specialized(.metatype(let id), _)):
      return self.step(step, from: .metatype(id), &steps, in: file, depth: depth)
    case (.call, .function(let result)): return result
    case (.call, .specialized(.external(let name), let arguments)) where InjectionFactories.names.contains(name):
      return arguments.first ?? .unknown
    case (.call, .specialized), (.call, .external), (.element, .external), (.call, .elsewhere), (.element, .elsewhere):
      return current
    case (.element, .collection(let element)), (.iteration, .collection(let element)): return element
    case (.keyPathRoot, _):
      if case .type(let wrapper) = current, let root = keyPathOfWrapper(wrapper)?.root, root != .unknown { return root }
      // An extension of the type at the beginning usually declares the first name.
      guard case .member(let first)? = steps.first, let start = foreignMembers[first] else { return .unknown }
      steps.removeFirst()
      return type(of: start.map { ($0.member, LookupScope(file: $0.file)) }, depth: depth)
    case (.payload(let name, let index), _):
      let payload = payload(of: name, in: current)
      return index < payload.count ? payload[index] : .unknown
    case (.member(let name), .collection(let element)):
      let isElement = CollectionMembers.ofAnElement.contains(name)
      guard isElement || CollectionMembers.ofSuchElements.contains(name) else { return .unknown }
      if steps.first == .call { steps.removeFirst() }
      return isElement ? element : current
    case (.member("shared"), .external), (.member("default"), .external): return current
    case (.member(let name), .metatype(let id)):
      let found = chosen(members(name, of: id, seenFrom: file).filter { $0.member.isStatic }, for: steps)
      if !found.isEmpty { return type(of: found, depth: depth) }
      if case .type(let nested) = resolve(.named([types[id].name, name]), in: types[id].scope) {
        return .metatype(nested)
      }
      return .unknown
    case (.member(let name), .type(let id)):
      return type(of: name, of: id, substituting: [:], steps, in: file, depth: depth)
    case (.member(let name), .specialized(.type(let id), let arguments)):
      return type(of: name, of: id, substituting: substitution(of: arguments, in: id), steps, in: file, depth: depth)
    case (.member(let name), .composition), (.member(let name), .either):
      for id in symbols(in: current) {
        let found = chosen(members(name, of: id, seenFrom: file), for: steps)
        if !found.isEmpty { return type(of: found, depth: depth) }
      }
      return .unknown
    case (.member(let name), .external(let type)), (.member(let name), .specialized(.external(let type), _)):
      return foreignMember(name, of: type, depth: depth)
    case (.member(let name), .elsewhere):
      return foreignMember(name, of: nil, depth: depth)
    default: return .unknown
    }
  }

  private func type(
    of name: String,
    of id: TypeSymbol.ID,
    substituting substitution: [GenericParameter: ResolvedType],
    _ steps: ArraySlice<ExpressionPath.Step>,
    in file: Int,
    depth: Int
  ) -> ResolvedType {
    let found = chosen(members(name, of: id, seenFrom: file).filter { !$0.member.isStatic }, for: steps)
    if !found.isEmpty { return type(of: found, substitution, depth: depth) }
    let inheritsFromElsewhere = lineage(of: id).contains { !foreignSupertypes(of: $0).isEmpty }
    return inheritsFromElsewhere ? foreignMember(name, of: nil, depth: depth) : .unknown
  }

  /// The type that an extension of another module's type declares, or `elsewhere`.
  private func foreignMember(_ name: String, of type: String?, depth: Int) -> ResolvedType {
    guard let all = foreignMembers[name] else { return .elsewhere }
    let own = all.filter { $0.type == type }
    guard depth < 16, !own.isEmpty else { return .unknown }
    return self.type(of: own.map { ($0.member, LookupScope(file: $0.file)) }, depth: depth + 1)
  }

  /// Functions if the name is called, else properties, as far as there are any.
  private func chosen(
    _ found: [(member: Member, scope: LookupScope)],
    for steps: ArraySlice<ExpressionPath.Step>
  ) -> [(member: Member, scope: LookupScope)] {
    guard found.count > 1 else { return found }
    let kind: Member.Kind = steps.first == .call ? .function : .property
    let matching = found.filter { $0.member.kind == kind }
    return matching.isEmpty ? found : matching
  }

  /// The common type of members; unknown if types differ.
  private func type(
    of found: [(member: Member, scope: LookupScope)],
    _ substitution: [GenericParameter: ResolvedType] = [:],
    depth: Int
  ) -> ResolvedType {
    var type: ResolvedType?
    for (member, scope) in found {
      let next = typeWithArguments(of: member, in: scope, substitution, depth: depth)
      if let type, type != next { return .unknown }
      type = next
    }
    return type ?? .unknown
  }

  func type(of member: Member, in scope: LookupScope) -> ResolvedType {
    typeWithArguments(of: member, in: scope).plain
  }

  /// The type of a member, with the arguments of generic types; `elsewhere` where the value comes from another module.
  func typeWithArguments(
    of member: Member,
    in scope: LookupScope,
    _ substitution: [GenericParameter: ResolvedType] = [:],
    depth: Int = 0
  ) -> ResolvedType {
    if let type = member.type {
      if member.kind == .property { return interpret(type, in: scope, substitution) }
      if let place = member.resultArgument {
        return .function(result: .parameter(type.lastName ?? "", ofArgument: place))
      }
      var scope = scope
      if !member.generics.isEmpty { scope.generics = [member.generics] }
      return .function(result: interpret(type, in: scope, substitution))
    }
    if member.kind == .function { return .function(result: .external("Void")) }
    if let value = member.value { return follow(value, in: scope, depth: depth + 1) }
    // `@Environment(Store.self) var store`, `@UIApplicationDelegateAdaptor(Delegate.self) var delegate`
    if let argument = member.attributeArgument,
      case .metatype(let id) = follow(argument, in: scope, depth: depth + 1).plain
    {
      return .type(id)
    }
    return member.attributeKeyPath.map { type(at: $0, in: scope, depth: depth + 1) } ?? .unknown
  }

  /// The type at the end of an attribute's key path: of `router` in `@Injected(\.router) var router`.
  private func type(at keyPath: ExpressionPath, in scope: LookupScope, depth: Int) -> ResolvedType {
    switch follow(keyPath, in: scope, depth: depth) {
    case .specialized(.external(let name), let arguments) where InjectionFactories.names.contains(name):
      arguments.first ?? .unknown
    // Files that aren't given may extend the type at the beginning of the key path.
    case .elsewhere: .unknown
    case let type: type
    }
  }

  /// The type at the beginning of the key paths that a wrapper gets, and the type at their end, if the wrapper stores
  /// one: `KeyPath<Settings, Value>`.
  func keyPathOfWrapper(_ wrapper: TypeSymbol.ID) -> (root: ResolvedType, value: TypeReference)? {
    let types = types[wrapper].members.values.joined().compactMap { member -> [TypeReference]? in
      guard member.isStored, case .named(let names, let arguments)? = member.type, arguments.count == 2,
        names.last?.hasSuffix("KeyPath") == true
      else { return nil }
      return arguments
    }
    guard types.count == 1 else { return nil }
    return (resolve(types[0][0], in: self.types[wrapper].scope), types[0][1])
  }

  private func payload(of name: String, in subject: ResolvedType) -> [ResolvedType] {
    guard case .type(let id) = subject.plain, let member = types[id].members[name]?.first(where: { $0.isStatic }) else {
      return []
    }
    let arguments = if case .specialized(_, let arguments) = subject { arguments } else { [] as [ResolvedType] }
    let substitution = substitution(of: arguments, in: id)
    return member.payload.map { interpret($0, in: types[id].scope, substitution) }
  }

  private func substitution(of arguments: [ResolvedType], in id: TypeSymbol.ID) -> [GenericParameter: ResolvedType] {
    let parameters = types[id].genericNames.map { GenericParameter(type: id, name: $0) }
    // Another declaration of the name has other parameters.
    guard parameters.count == arguments.count else { return [:] }
    return Dictionary(zip(parameters, arguments)) { first, _ in first }
  }
}
