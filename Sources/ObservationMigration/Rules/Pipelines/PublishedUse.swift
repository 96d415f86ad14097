import SwiftSyntax

/// The published property of a model that an expression is the publisher of: `$name`, or `object.$name`.
struct PublishedUse {
  let owner: TypeSymbol.ID
  let member: Member

  init?(_ expression: ExprSyntax, _ walk: Walk) {
    guard let projection = Projection(expression, walk) else { return nil }
    switch projection.type {
    case .unknown?, .parameter?: self.init(guessing: projection.property, walk)
    default: self.init(projection.members.first, walk)
    }
  }

  /// `\Model.$name`
  init?(_ component: KeyPathPropertyComponentSyntax, _ walk: Walk) {
    guard let property = component.declName.baseName.projectedProperty, let root = component.pathRoot else {
      return nil
    }
    let types = walk.table.symbols(in: walk.names.resolve(TypeReference(root)))
    self.init(walk.member(property, in: types), walk)
  }

  private init?(_ found: (member: Member, scope: LookupScope, owner: TypeSymbol.ID)?, _ walk: Walk) {
    guard let (member, _, owner) = found, member.hasAttribute("Published"), walk.models.isCandidate(owner)
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
    self.init(walk.member(property, in: types), walk)
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
