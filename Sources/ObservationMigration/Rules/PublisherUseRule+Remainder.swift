import SwiftSyntax

extension PublisherUseRule {
  /// Uses of `$property` that need a decision.
  enum Remainder {
    static let id: RuleID = "publisher"

    /// `$name`, or `object.$name`
    static func inspect(_ node: ExprSyntax, _ walk: Walk) {
      guard let projection = Projection(node, walk) else { return }
      let property = projection.property
      let place = node.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? Syntax(node)
      switch (projection.type, projection.object) {
      case (.unknown?, let object?), (.parameter?, let object?), (.observableObject?, let object?):
        let name = walk.text(object)
        let types = walk.candidates(publishing: property)
        let message =
          "`\(name).$\(property)` may be the publisher of a property that is converted: declare the type of `\(name)`."
        return walk.decide(id, at: place, of: types, message)
      default: break
      }
      for (member, _, owner) in projection.members {
        if member.hasAttribute("Published") {
          guard walk.models.isCandidate(owner) else { continue }
          let message = """
            `$\(property)` no longer exists after the migration: write a stream, `ObservationBridge { model.\(property) \
            }`, an observation, `withPropertyObservation(of: model, \\.\(property)) { change in … }`, or a subject that \
            `willSet` sends to, as `--subjects` does; in a test record with `token.values { model.\(property) }`.
            """
          walk.decide(id, at: place, of: [owner], message)
        } else if ViewWrapper.names.contains(where: member.hasAttribute), !node.isBase,
          let types = walk.modelTypes(inProperty: property, of: owner)
        {
          let message =
            "`$\(property)` is passed as a wrapper. Pass `\(property)`, and make the bindings where they're used."
          walk.decide(id, at: node, of: types, message)
        }
      }
    }

    /// `\.$name`
    static func inspect(_ node: KeyPathPropertyComponentSyntax, _ walk: Walk) {
      guard let property = node.declName.baseName.projectedProperty, !isOfAnotherWrapper(node, property, walk) else {
        return
      }
      let types = PublishedUse(node, walk).map { [$0.owner] } ?? candidates(node, property, walk)
      let message = """
        A key path leads to the publisher of `\(property)`: use one to the property itself, with \
        `withPropertyObservation(of: model, \\.\(property))`.
        """
      walk.decide(id, at: node, of: types, message)
    }

    /// The models that may be the root type of the path.
    private static func candidates(_ node: KeyPathPropertyComponentSyntax, _ property: String, _ walk: Walk)
      -> [TypeSymbol.ID]
    {
      let all = walk.candidates(publishing: property)
      guard let root = node.pathRoot else { return all }
      let type = walk.names.resolve(TypeReference(root))
      switch type {
      case .unknown: return all
      case .external: return []
      default:
        let owners = walk.table.symbols(in: type).compactMap { walk.property(property, in: [$0])?.owner }
        return all.filter(owners.contains)
      }
    }

    /// Whether the path leads to the projection of another wrapper: of its root type, or, without one, of a type around it, as in an
    /// intent, or of a type mentioned in the file, as in a query, if the file mentions no class with a published property of that
    /// name. If that's wrong, the path doesn't compile afterwards.
    private static func isOfAnotherWrapper(
      _ node: KeyPathPropertyComponentSyntax,
      _ property: String,
      _ walk: Walk
    ) -> Bool {
      let types =
        (node.pathRoot ?? node.typeOfAttribute).map { walk.table.symbols(in: walk.names.resolve(TypeReference($0))) }
        ?? walk.names.scope.types.reversed()
      if let (member, _, _) = walk.property(property, in: types) {
        return !member.attributes.isEmpty && !member.hasAttribute("Published")
      }
      guard node.pathRoot == nil, node.typeOfAttribute == nil else { return false }
      let owners = walk.table.types.filter { $0.members[property]?.contains { !$0.attributes.isEmpty } == true }
      let names = Set(node.root.mentions(of: Set(owners.map(\.lastName))).map(\.text))
      let mentioned = owners.filter { names.contains($0.lastName) }
      return !mentioned.isEmpty
        && mentioned.allSatisfy { $0.members[property]?.contains { $0.hasAttribute("Published") } == false }
    }
  }
}

extension KeyPathPropertyComponentSyntax {
  /// The root type in `@IntentParameterDependency<Intent>(\.$entity)`.
  fileprivate var typeOfAttribute: TypeSyntax? {
    guard let path = parent?.parent?.parent?.as(KeyPathExprSyntax.self),
      let attribute = path.parent?.parent?.parent?.as(AttributeSyntax.self),
      case .type(let type)? = attribute.attributeName.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
        .first?.argument
    else { return nil }
    return type
  }
}
