import SwiftSyntax

extension PublisherUseRule {
  /// Uses of `$property` that a person has to decide on.
  enum Remainder {
    /// What is reported.
    enum Message {}

    static let id: RuleID = "publisher"

    /// `$name` alone: a property of the types around it.
    static func inspect(_ node: DeclReferenceExprSyntax, _ walk: Walk) {
      guard let property = node.baseName.projectedProperty,
        // A plain local of the name has no projection: it's still the member's.
        !walk.names.isLocal("$" + property)
      else { return }
      inspect(ExprSyntax(node), property, in: walk.names.scope.types.reversed(), walk)
    }

    /// `object.$name`
    static func inspect(_ node: MemberAccessExprSyntax, _ walk: Walk) {
      guard let property = node.declName.baseName.projectedProperty, let base = node.base else { return }
      if base.isSelf,
        let type = walk.names.enclosingType
      {
        return inspect(ExprSyntax(node), property, in: [type], walk)
      }
      switch walk.type(of: base) {
      case .unknown, .parameter, .observableObject:
        let text = "\(walk.text(base)).$\(property)"
        walk.decide(
          id,
          at: node.declName,
          of: walk.candidates(publishing: property),
          Message.isOfUnknownType(text, walk.text(base))
        )
      case let type:
        for type in walk.table.symbols(in: type) { inspect(ExprSyntax(node), property, in: [type], walk) }
      }
    }

    /// `\.$name`
    static func inspect(_ node: KeyPathPropertyComponentSyntax, _ walk: Walk) {
      guard let property = node.declName.baseName.projectedProperty, !isOfAnotherWrapper(node, property, walk) else {
        return
      }
      let types = PublishedUse(node, walk).map { [$0.owner] } ?? candidates(node, property, walk)
      walk.decide(id, at: node, of: types, Message.isInKeyPath(property))
    }

    /// The types that the path may begin with: where it names one, no others.
    private static func candidates(
      _ node: KeyPathPropertyComponentSyntax,
      _ property: String,
      _ walk: Walk
    ) -> [TypeSymbol.ID] {
      let all = walk.candidates(publishing: property)
      guard let path = node.enclosingKeyPath, path.components.first?.component.id == Syntax(node).id,
        let root = path.root
      else { return all }
      let type = walk.names.resolve(TypeReference(root))
      switch type {
      case .unknown: return all
      case .external: return []
      default:
        let owners = walk.table.symbols(in: type).compactMap { walk.member(property, in: [$0])?.owner }
        return all.filter(owners.contains)
      }
    }

    /// Whether the path leads to another wrapper's projection: of the type that it begins with, or, where none is written, of a type
    /// around it, as the parameters of an intent are. If that's wrong, the path does not compile afterwards.
    private static func isOfAnotherWrapper(
      _ node: KeyPathPropertyComponentSyntax,
      _ property: String,
      _ walk: Walk
    ) -> Bool {
      let types =
        (node.pathRoot ?? node.typeOfAttribute).map { walk.table.symbols(in: walk.names.resolve(TypeReference($0))) }
        ?? walk.names.scope.types.reversed()
      guard let (member, _, _) = walk.member(property, in: types) else { return false }
      return !member.attributes.isEmpty && !member.hasAttribute("Published")
    }

    private static func inspect(_ node: ExprSyntax, _ property: String, in types: [TypeSymbol.ID], _ walk: Walk) {
      guard let (member, scope, owner) = walk.member(property, in: types) else { return }
      if member.hasAttribute("Published") {
        guard walk.models.isCandidate(owner) else { return }
        let place = node.as(MemberAccessExprSyntax.self).map { Syntax($0.declName) } ?? Syntax(node)
        walk.decide(id, at: place, of: [owner], Message.isUsed(property))
      } else if ViewWrapper.names.contains(where: member.hasAttribute), !node.isBase,
        let types = walk.modelTypes(in: walk.table.type(of: member, in: scope))
      {
        walk.decide(id, at: node, of: types, Message.isHandedOn(property))
      }
    }
  }
}

extension KeyPathPropertyComponentSyntax {
  /// The type that `@IntentParameterDependency<Intent>(\.$entity)` begins its path with.
  fileprivate var typeOfAttribute: TypeSyntax? {
    guard let attribute = enclosingKeyPath?.parent?.parent?.parent?.as(AttributeSyntax.self),
      case .type(let type)? = attribute.attributeName.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments
        .first?.argument
    else { return nil }
    return type
  }

  fileprivate var enclosingKeyPath: KeyPathExprSyntax? {
    parent?.parent?.parent?.as(KeyPathExprSyntax.self)
  }
}

extension PublisherUseRule.Remainder.Message {
  static func isUsed(_ property: String) -> String {
    """
    `$\(property)` no longer exists after the migration: write a stream, `ObservationBridge { model.\(property) }`, an \
    observation, `withPropertyObservation(of: model, \\.\(property)) { change in … }`, or a subject that `didSet` \
    sends to, as `--subjects` does; in a test record with `token.values { model.\(property) }`.
    """
  }

  static func isHandedOn(_ property: String) -> String {
    "`$\(property)` is passed as a wrapper. Pass `\(property)`, and make the bindings where they're used."
  }

  static func isInKeyPath(_ property: String) -> String {
    """
    A key path leads to the publisher of `\(property)`: use one to the property itself, with \
    `withPropertyObservation(of: model, \\.\(property))`.
    """
  }

  static func isOfUnknownType(_ text: String, _ base: String) -> String {
    "`\(text)` may be the publisher of a property that is converted: declare the type of `\(base)`."
  }
}
