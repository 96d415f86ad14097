import SwiftSyntax

/// The published property behind an expression for its publisher: `$name`, or `object.$name`.
struct PublishedUse {
  let owner: TypeSymbol.ID
  let member: Member

  var key: PropertyKey { PropertyKey(type: owner, name: member.name) }

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
    self.init(walk.property(property, in: types), walk)
  }

  private init?(_ found: (member: Member, scope: LookupScope, owner: TypeSymbol.ID)?, _ walk: Walk) {
    guard let (member, _, owner) = found, member.hasAttribute("Published"), walk.models.isCandidate(owner)
    else { return nil }
    self.owner = owner
    self.member = member
  }

  /// The only property of that name. If another module's is meant, the result doesn't compile.
  private init?(guessing property: String, _ walk: Walk) {
    let types = walk.table.types.indices.filter { id in
      walk.table.types[id].members[property]?.contains { !$0.attributes.isEmpty } == true
    }
    guard types.count == 1 else { return nil }
    self.init(walk.property(property, in: types), walk)
  }
}

extension KeyPathPropertyComponentSyntax {
  /// The root type of the path, if written, and directly followed by this component.
  var pathRoot: TypeSyntax? {
    guard let component = parent?.as(KeyPathComponentSyntax.self),
      let path = component.parent?.parent?.as(KeyPathExprSyntax.self), path.components.first?.id == component.id
    else { return nil }
    return path.root
  }
}

/// A projection, `$name` or `object.$name`, with the properties that it may belong to.
struct Projection {
  let property: String
  let object: ExprSyntax?
  /// The type of the object; nil for the name alone.
  let type: ResolvedType?
  /// The nearest property for the name alone, else a property of each possible type of the object.
  let members: [(member: Member, scope: LookupScope, owner: TypeSymbol.ID)]

  /// Nil for other expressions, and for the projection of a local variable.
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
      members = walk.table.symbols(in: type).compactMap { walk.property(property, in: [$0]) }
    } else {
      // A plain local variable has no projection.
      guard !walk.names.isLocal("$" + property) else { return nil }
      object = nil
      type = nil
      members = walk.property(property).map { [$0] } ?? []
    }
  }
}
