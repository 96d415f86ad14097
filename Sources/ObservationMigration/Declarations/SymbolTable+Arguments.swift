extension SymbolTable {
  /// What the sources pass for each generic parameter that stands for an `ObservableObject`, and maybe more; nothing for one that
  /// they are not seen to pass anything for.
  func findGenericArguments(_ surveys: [FileSurvey]) -> [GenericParameter: [TypeSymbol.ID]] {
    let constrained = Set(types.indices.filter { id in types[id].genericNames.contains { isObservable($0, of: id) } })
    guard !constrained.isEmpty else { return [:] }
    var arguments: [GenericParameter: Set<TypeSymbol.ID>] = [:]
    // A parameter of another type that is passed on.
    var passedOn: [GenericParameter: Set<GenericParameter>] = [:]
    for (file, survey) in surveys.enumerated() {
      for use in survey.specializations {
        let scope = scope(of: use.place, in: file)
        guard case .type(let id) = resolve(.named(use.name), in: scope), constrained.contains(id) else { continue }
        for (index, name) in types[id].genericNames.enumerated() where isObservable(name, of: id) {
          let parameter = GenericParameter(type: id, name: name)
          if index < use.arguments.count {
            let argument = use.arguments[index]
            if let outer = self.parameter(argument, in: scope) {
              passedOn[outer, default: []].insert(parameter)
            } else {
              arguments[parameter, default: []].formUnion(symbols(in: resolve(argument, in: scope)))
            }
          }
          for value in use.values {
            let found = symbols(in: resolve(value, in: scope, generics: use.place.generics)).filter {
              [.class, .protocol].contains(types[$0].kind)
            }
            arguments[parameter, default: []].formUnion(found)
          }
        }
      }
    }
    var pending = Array(passedOn.keys)
    while let next = pending.popLast() {
      for parameter in passedOn[next] ?? [] {
        let before = arguments[parameter] ?? []
        arguments[parameter] = before.union(arguments[next] ?? [])
        if arguments[parameter] != before { pending.append(parameter) }
      }
    }
    return arguments.filter { !$0.value.isEmpty }.mapValues { $0.sorted() }
  }

  private func isObservable(_ parameter: String, of id: TypeSymbol.ID) -> Bool {
    guard let constraint = types[id].genericParameters[parameter]?.flatMap(\.self) else { return false }
    switch resolve(constraint, in: types[id].scope) {
    case .observableObject: return true
    case .composition(let parts): return parts.contains(.observableObject)
    default: return false
    }
  }

  /// The generic parameter of a type around that a name stands for.
  private func parameter(_ type: TypeReference, in scope: LookupScope) -> GenericParameter? {
    guard case .named(let names, _) = type, names.count == 1 else { return nil }
    return scope.types.last { types[$0].genericNames.contains(names[0]) }
      .map { GenericParameter(type: $0, name: names[0]) }
  }

  /// The types of the object whose publisher is mentioned; none if they aren't known.
  func objects(of use: PublisherUse, in file: Int) -> [TypeSymbol.ID] {
    guard let object = use.object else { return [] }
    return symbols(in: resolve(object, in: scope(of: use.place, in: file), generics: use.place.generics))
  }

  /// Where names in a piece of code are looked up.
  func scope(of place: FileSurvey.CodePlace, in file: Int) -> LookupScope {
    guard let declaration = place.declaration, let id = typesOfDeclarations[file][declaration] else {
      return LookupScope(file: file)
    }
    return LookupScope(file: file, types: types[id].scope.types)
  }
}
