import SwiftSyntax

/// The published property of a model that an expression is the publisher of: `$name`, or `object.$name`.
struct PublishedUse {
  let owner: TypeSymbol.ID
  let member: Member

  init?(_ expression: ExprSyntax, _ walk: Walk) {
    if let reference = expression.as(DeclReferenceExprSyntax.self) {
      // A local of the name has a projection of its own, if any.
      guard let property = reference.baseName.projectedProperty, !walk.names.isLocal("$" + property) else { return nil }
      self.init(property, of: walk.names.scope.types.reversed(), walk)
    } else if let access = expression.as(MemberAccessExprSyntax.self), let base = access.base,
      let property = access.declName.baseName.projectedProperty
    {
      switch walk.type(of: base) {
      case .unknown, .parameter: self.init(guessing: property, walk)
      case let type: self.init(property, of: walk.table.symbols(in: type), walk)
      }
    } else {
      return nil
    }
  }

  /// `\Model.$name`
  init?(_ component: KeyPathPropertyComponentSyntax, _ walk: Walk) {
    guard let property = component.declName.baseName.projectedProperty, let root = component.pathRoot else {
      return nil
    }
    self.init(property, of: walk.table.symbols(in: walk.names.resolve(TypeReference(root))), walk)
  }

  private init?(_ property: String, of types: [TypeSymbol.ID], _ walk: Walk) {
    guard let (member, _, owner) = walk.member(property, in: types), member.hasAttribute("Published"),
      walk.models.isCandidate(owner)
    else { return nil }
    self.owner = owner
    self.member = member
  }

  /// The only one of that name. If it's another module's instead, what comes of it does not compile.
  private init?(guessing property: String, _ walk: Walk) {
    let types = walk.table.types.indices.filter { id in
      walk.table.types[id].members[property]?.contains { !$0.attributes.isEmpty } == true
    }
    guard types.count == 1 else { return nil }
    self.init(property, of: types, walk)
  }
}

extension KeyPathPropertyComponentSyntax {
  /// The type that the path begins with, if it's written, and this is what follows.
  var pathRoot: TypeSyntax? {
    guard let component = parent?.as(KeyPathComponentSyntax.self),
      let path = component.parent?.parent?.as(KeyPathExprSyntax.self), path.components.first?.id == component.id
    else { return nil }
    return path.root
  }
}
