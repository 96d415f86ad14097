import SwiftSyntax

extension SymbolTable {
  /// The types that the sources pass for each generic parameter constrained to `ObservableObject`, and perhaps more;
  /// none for a parameter without visible arguments.
  func findGenericArguments(_ surveys: [FileSurvey]) -> [GenericParameter: [TypeSymbol.ID]] {
    let constrained = Set(types.indices.filter { id in types[id].genericNames.contains { isObservable($0, of: id) } })
    guard !constrained.isEmpty else { return [:] }
    var arguments: [GenericParameter: Set<TypeSymbol.ID>] = [:]
    // Parameters of other types that are passed on.
    var passedOn: [GenericParameter: Set<GenericParameter>] = [:]
    for (file, survey) in surveys.enumerated() {
      for use in survey.specializations {
        let scope = scope(of: use.place, in: file)
        var innerScope = scope
        innerScope.generics = use.place.generics
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
            let found = symbols(in: resolve(value, in: innerScope)).filter {
              [.class, .protocol].contains(types[$0].kind)
            }
            arguments[parameter, default: []].formUnion(found)
          }
        }
      }
    }
    for (parameter, types) in arguments {
      for other in closure(of: [parameter], { passedOn[$0] ?? [] }) { arguments[other, default: []].formUnion(types) }
    }
    return arguments.filter { !$0.value.isEmpty }.mapValues { $0.sorted() }
  }

  private func isObservable(_ parameter: String, of id: TypeSymbol.ID) -> Bool {
    guard let constraint = types[id].genericParameters[parameter]?.flatMap(\.self) else { return false }
    return resolve(constraint, in: types[id].scope).isObservableObject
  }

  /// The generic parameter of an enclosing type that a name stands for.
  private func parameter(_ type: TypeReference, in scope: LookupScope) -> GenericParameter? {
    guard case .named(let names, _) = type, names.count == 1 else { return nil }
    return scope.types.last { types[$0].genericNames.contains(names[0]) }
      .map { GenericParameter(type: $0, name: names[0]) }
  }

  /// The types of the object whose publisher is mentioned; none if unknown.
  func objects(of use: PublisherUse, in file: Int) -> [TypeSymbol.ID] {
    guard let object = use.object else { return [] }
    var scope = scope(of: use.place, in: file)
    scope.generics = use.place.generics
    return symbols(in: resolve(object, in: scope))
  }

  func scope(of place: FileSurvey.CodePlace, in file: Int) -> LookupScope {
    guard let declaration = place.declaration, let id = typesOfDeclarations[file][declaration] else {
      return LookupScope(file: file)
    }
    return LookupScope(file: file, types: types[id].scope.types)
  }
}

/// A mention of an object's `objectWillChange`.
struct PublisherUse: Sendable {
  let object: ExpressionPath?
  let place: FileSurvey.CodePlace
  let isSubscription: Bool
  /// Whether the mention announces a change of another object than `self`.
  let isAnnouncementOfOther: Bool
  /// Whether the changes are only forwarded, as changes of the enclosing object.
  let isForward: Bool
}

extension ExprSyntax {
  /// Whether operators follow the publisher, or a method taking any publisher gets the publisher.
  var isSubscribedTo: Bool {
    if let access = parent?.as(MemberAccessExprSyntax.self), access.base?.id == id {
      return access.declName.baseName.text != "send"
    }
    guard let callee = callOfArgument?.calledExpression.as(MemberAccessExprSyntax.self) else { return false }
    return CombineNames.takingPublishers.contains(callee.declName.baseName.text)
  }

  /// Whether announcing changes of `self` is the only use of the publisher's values.
  var isForwarded: Bool {
    let calls = ancestors.prefix { !$0.is(CodeBlockItemSyntax.self) }.lazy.compactMap {
      $0.as(FunctionCallExprSyntax.self)
    }
    guard let sink = calls.first(where: { $0.method?.name.text == "sink" }) else { return false }
    let closure = sink.trailingClosure ?? sink.arguments.last?.expression.as(ClosureExprSyntax.self)
    return closure?.statements.announcingCalls != nil
  }
}
