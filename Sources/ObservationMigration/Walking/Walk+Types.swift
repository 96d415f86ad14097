import SwiftSyntax

extension Walk {
  /// The type of an expression; `unknown` if declarations don't determine the type.
  func type(of expression: ExprSyntax) -> ResolvedType {
    ExpressionPath(expression).map { names.resolve($0) } ?? .unknown
  }

  /// The type of an expression; `elsewhere` where the expression leaves the files.
  func origin(of expression: ExprSyntax) -> ResolvedType {
    ExpressionPath(expression).map(names.follow) ?? .unknown
  }

  /// The type of a variable by its annotation, or else by its value.
  func type(of binding: PatternBindingSyntax) -> ResolvedType {
    if let annotation = binding.typeAnnotation?.type { return names.resolve(TypeReference(annotation)) }
    return binding.initializer.map { origin(of: $0.value) } ?? .unknown
  }

  /// The migration's types in the type of an expression; nil if unknown.
  func modelTypes(in type: ResolvedType) -> [TypeSymbol.ID]? {
    switch type {
    case .unknown, .parameter: return nil
    case .observableObject: return models.candidates
    default:
      let symbols = table.symbols(in: type)
      let found = symbols.filter { models[$0] != nil }
      guard found.isEmpty, case .composition(let parts) = type, parts.contains(.observableObject) else { return found }
      // Only types with the other parts as well are possible.
      let fitting = symbols.first.flatMap { table.subtypes[$0] }?.filter { table.inherits($0, fromAll: symbols) } ?? []
      // Without a type that fits, the types are unknown.
      return fitting.isEmpty ? models.candidates : models.candidates.filter(fitting.contains)
    }
  }

  /// The candidates with members of all these names: an object of unknown type with these members is one of them.
  func candidates(having members: Set<String>) -> [TypeSymbol.ID] {
    guard !members.isEmpty else { return [] }
    return models.candidates.filter { type in
      members.allSatisfy { $0 == "objectWillChange" || !table.members($0, of: type).isEmpty }
    }
  }

  func candidates(publishing property: String) -> [TypeSymbol.ID] {
    models.candidates.filter { table.types[$0].members[property]?.contains { $0.hasAttribute("Published") } == true }
  }

  func model(declaredBy node: ClassDeclSyntax) -> TypeSymbol.ID? {
    names.type(at: node.name.startOffset).flatMap { models[$0] == .model ? $0 : nil }
  }

  func model(storing node: VariableDeclSyntax) -> TypeSymbol.ID? {
    guard node.isMember, let id = names.enclosingType, models[id] == .model else { return nil }
    return id
  }

  /// The nearest property meant by a name, in the enclosing types, with the type that declares it.
  func property(
    _ name: String,
    in types: [TypeSymbol.ID]? = nil
  ) -> (member: Member, scope: LookupScope, owner: TypeSymbol.ID)? {
    for id in types ?? names.scope.types.reversed() {
      guard let (member, scope) = table.property(name, of: id, seenFrom: file) else { continue }
      return (member, scope, scope.types.last ?? id)
    }
    return nil
  }

  /// The members and global functions that a path may mean; none for a local name.
  func declarations(_ path: ExpressionPath) -> [Member] {
    func members(_ name: String, of type: TypeSymbol.ID) -> [Member] {
      table.members(name, of: type, seenFrom: file).map(\.member)
    }
    var base = path
    if case .member(let name)? = base.steps.popLast() {
      return table.symbols(in: names.resolve(base)).flatMap { members(name, of: $0) }
    }
    guard case .name(let name) = path.root, !names.isLocal(name) else { return [] }
    let ofTypes = names.scope.types.reversed().lazy.map { members(name, of: $0) }
    return ofTypes.first { !$0.isEmpty } ?? table.globals(name).map(\.member)
  }

  /// The migration's types in the type of a property; nil if unknown. Code beside several declarations of a type may mean
  /// the property of each.
  func modelTypes(inProperty name: String, of id: TypeSymbol.ID) -> [TypeSymbol.ID]? {
    let known = table.properties(name, of: id, seenFrom: file).compactMap { member, scope in
      modelTypes(in: table.type(of: member, in: scope))
    }
    return known.isEmpty ? nil : known.joined().reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// The models to whose `objectWillChange` something subscribes, `object.objectWillChange` or that of `self`; nil
  /// unless they all are known to keep a publisher of their changes.
  func typesKeepingPublisher(_ publisher: ExprSyntax) -> [TypeSymbol.ID]? {
    guard publisher.isSubscribedTo else { return nil }
    let types: [TypeSymbol.ID]?
    if let access = publisher.as(MemberAccessExprSyntax.self) {
      types = access.base.flatMap { modelTypes(in: type(of: $0)) }
    } else {
      types = names.isLocal("objectWillChange") ? nil : names.enclosingType.map { [$0] }
    }
    guard let types, !types.isEmpty, types.allSatisfy(project.keepsPublisher) else { return nil }
    return types
  }
}
