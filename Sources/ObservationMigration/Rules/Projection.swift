import SwiftSyntax

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
