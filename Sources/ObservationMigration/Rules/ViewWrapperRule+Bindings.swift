import SwiftSyntax

/// Bindings made from the projections of objects.
extension ViewWrapperRule {
  /// `$model.name`, `self.$model.name`
  static func inspectProjection(_ node: ExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard node.isBase, let projection = Projection(node, walk) else { return }
    for (member, scope, owner) in projection.members {
      guard let types = walk.modelTypes(in: walk.table.type(of: member, in: scope)), !types.isEmpty else { continue }
      inspect(node, projection.property, declaredBy: owner, types, walk, &facts)
    }
  }

  private static func inspect(
    _ node: ExprSyntax,
    _ property: String,
    declaredBy owner: TypeSymbol.ID,
    _ types: [TypeSymbol.ID],
    _ walk: Walk,
    _ facts: inout Facts
  ) {
    // It may have a declaration for each platform, with different wrappers.
    let declarations = walk.table.members(property, of: owner).map(\.member)
    for wrapper in ViewWrapper.all where declarations.contains(where: { $0.hasAttribute(wrapper.name) }) {
      switch wrapper.counterpart {
      case .plain:
        facts.projections.insert(PropertyKey(type: owner, name: property))
        noteUntracked(node, of: types, id(wrapper), walk)
      case .key(_, let binding?):
        noteUntracked(node, of: types, id(wrapper), walk)
        let mayBeLocal = !declarations.contains(where: \.isConditional)
        bind(node, property, of: types, with: walk.qualified(binding), inVariable: mayBeLocal, id(wrapper), walk)
      case .key, .wrapper: continue
      }
    }
  }

  /// A bound property of a class that announces nothing stays untracked. A binding of the wrapper has the value read by the view, so the
  /// control follows when the view updates. A binding of `Bindable` doesn't.
  private static func noteUntracked(_ node: ExprSyntax, of types: [TypeSymbol.ID], _ id: RuleID, _ walk: Walk) {
    var (types, base) = (types, node)
    // `$store.settings.name` writes through each of its objects.
    while let access = base.parent?.as(MemberAccessExprSyntax.self), access.base?.id == base.id {
      let property = access.declName.baseName.identifierText
      for type in types where walk.models.isSilent(type) {
        guard let member = walk.table.members(property, of: type).first?.member, member.isStored else { continue }
        let message = """
          `\(property)` isn't tracked, because `\(walk.name(type))` announces no changes. Before, this control got its new \
          value whenever the view was updated for another reason; now it may keep showing the old one. Publish \
          `\(property)`.
          """
        walk.review(id, at: access.declName, of: [type], message)
      }
      types = types.flatMap { walk.table.symbols(behind: property, of: $0) }
      base = ExprSyntax(access)
    }
  }

  /// Members with a local variable for a projection.
  private final class BoundMembers: WalkMemo {
    struct BoundMember: Hashable {
      let member: SyntaxIdentifier
      let property: String
    }

    var all: Set<BoundMember> = []
  }

  private static func bind(
    _ node: ExprSyntax,
    _ property: String,
    of types: [TypeSymbol.ID],
    with binding: String,
    inVariable mayBeLocal: Bool,
    _ id: RuleID,
    _ walk: Walk
  ) {
    let isHidden = walk.names.isLocal(property)
    let message = "Bindings of `\(property)` are made by `Bindable`."
    // A property without a declaration on each platform is only mentioned in its place.
    if mayBeLocal, !isHidden, node.is(DeclReferenceExprSyntax.self), let body = ViewBody(around: node),
      walk.source.isFirstInLine(body.first.startOffset)
    {
      let key = BoundMembers.BoundMember(member: body.brace.id, property: property)
      guard walk.memo(BoundMembers.self).all.insert(key).inserted else { return }
      let text =
        walk.source.indentation(at: body.first.startOffset) + "@\(binding) var \(property) = \(property)"
        + walk.source.newline
      // Behind the line of the brace: comments stay with the first statement.
      let start = walk.source.nextLineStart(of: body.brace.startOffset)
      walk.change(id, at: node, of: types, [walk.inserting(text, at: start)], message)
    } else {
      let edit = walk.replacing(node, with: "\(binding)(\(isHidden ? "self." : "")\(property))")
      walk.change(id, at: node, of: types, [edit], message)
    }
  }
}
