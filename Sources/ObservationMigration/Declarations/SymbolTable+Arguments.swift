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
        let scope = scope(of: use.outer, in: file, survey)
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
            let found = symbols(in: resolve(value, in: scope)).filter { [.class, .protocol].contains(types[$0].kind) }
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

  /// Where names in a declaration are looked up.
  func scope(of declaration: Int?, in file: Int, _ survey: FileSurvey) -> LookupScope {
    guard let declaration, let id = typesOfDeclarations[file][declaration] else { return LookupScope(file: file) }
    return LookupScope(file: file, types: types[id].scope.types)
  }
}
