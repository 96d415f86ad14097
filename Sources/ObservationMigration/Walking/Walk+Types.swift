import SwiftSyntax

extension Walk {
  /// The type of an expression; `unknown` where declarations don't tell.
  func type(of expression: ExprSyntax) -> ResolvedType {
    guard let path = ExpressionPath(expression) else { return .unknown }
    return names.resolve(path)
  }

  /// The type of an expression; `elsewhere` where the expression leaves the files.
  func origin(of expression: ExprSyntax) -> ResolvedType {
    guard let path = ExpressionPath(expression) else { return .unknown }
    return names.follow(path)
  }

  /// The types that the migration is about in the type of an expression; nil where that is unknown.
  func modelTypes(in type: ResolvedType) -> [TypeSymbol.ID]? {
    switch type {
    case .unknown, .parameter: return nil
    case .observableObject: return models.candidates
    default:
      let symbols = table.symbols(in: type)
      let found = symbols.filter { models[$0] != nil }
      guard found.isEmpty, case .composition(let parts) = type, parts.contains(.observableObject) else { return found }
      // Only what has the other parts as well gets there.
      let possible = models.candidates.filter { table.inherits($0, fromAll: symbols) }
      return possible.isEmpty ? models.candidates : possible
    }
  }

  /// Candidates with members of all those names, which is what an object of unknown type can be whose members they are.
  func candidates(having members: Set<String>) -> [TypeSymbol.ID] {
    guard !members.isEmpty else { return [] }
    return models.candidates.filter { type in
      members.allSatisfy { $0 == "objectWillChange" || !table.members($0, of: type).isEmpty }
    }
  }

  /// Candidates with a published property of that name.
  func candidates(publishing property: String) -> [TypeSymbol.ID] {
    models.candidates.filter { table.types[$0].members[property]?.contains { $0.hasAttribute("Published") } == true }
  }

  /// The model that a class declares; nil if it declares none.
  func model(declaredBy node: ClassDeclSyntax) -> TypeSymbol.ID? {
    names.type(at: node.name.startOffset).flatMap { models[$0] == .model ? $0 : nil }
  }

  /// The model that a property stands in; nil if it stands in none.
  func model(storing node: VariableDeclSyntax) -> TypeSymbol.ID? {
    guard node.isMember, let id = names.enclosingType, models[id] == .model else { return nil }
    return id
  }

  /// The nearest member that a name stands for, in the types around, with the type that declares it.
  func member(
    _ name: String,
    in types: [TypeSymbol.ID]? = nil
  ) -> (member: Member, scope: LookupScope, owner: TypeSymbol.ID)? {
    for id in types ?? names.scope.types.reversed() {
      guard let (member, scope) = table.members(name, of: id).first else { continue }
      return (member, scope, scope.types.last ?? id)
    }
    return nil
  }
}

extension Walk {
  /// The models of which something subscribes to `objectWillChange`, `object.objectWillChange` or that of `self`; nil if it isn't
  /// known that they all keep a publisher of their changes.
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
