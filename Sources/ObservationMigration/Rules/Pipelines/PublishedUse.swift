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

/// A projection of properties, `$name` or `object.$name`, with what it may be that of.
struct Projection {
  let property: String
  /// What is written before it.
  let object: ExprSyntax?
  /// The type of the object; nil for the name alone.
  let type: ResolvedType?
  /// The properties of that name: the nearest one for the name alone, else one for each type that the object may have.
  let members: [(member: Member, scope: LookupScope, owner: TypeSymbol.ID)]

  /// Nil for any other expression, and where a local variable of the name has a projection of its own.
  init?(_ expression: ExprSyntax, _ walk: Walk) {
    let access = expression.as(MemberAccessExprSyntax.self)
    let name = access?.declName ?? expression.as(DeclReferenceExprSyntax.self)
    guard let property = name?.baseName.projectedProperty else { return nil }
    self.property = property
    if let access {
      guard let base = access.base else { return nil }
      let type = walk.type(of: base)
      object = base
      self.type = type
      members = walk.table.symbols(in: type).compactMap { walk.member(property, in: [$0]) }
    } else {
      // A plain local of the name has no projection: it's still the member's.
      guard !walk.names.isLocal("$" + property) else { return nil }
      object = nil
      type = nil
      members = walk.member(property).map { [$0] } ?? []
    }
  }
}
