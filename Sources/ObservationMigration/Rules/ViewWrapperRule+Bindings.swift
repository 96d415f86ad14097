import SwiftSyntax

/// Bindings that are made of the projections of objects.
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
    // It may be declared once for each platform, with different wrappers.
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

  /// What is bound of a class that announces nothing stays untracked. A binding of the wrapper has the value that the view has read, so
  /// that the control updates with the view if the value has changed meanwhile, be it by the control. One that `Bindable` makes has none.
  private static func noteUntracked(_ node: ExprSyntax, of types: [TypeSymbol.ID], _ id: RuleID, _ walk: Walk) {
    guard let name = node.parent?.as(MemberAccessExprSyntax.self)?.declName else { return }
    let property = name.baseName.identifierText
    for type in types where walk.models.isSilent(type) {
      guard let member = walk.table.members(property, of: type).first?.member, member.isStored else { continue }
      let message = Message.isBoundUntracked(property, walk.name(type))
      walk.review(id, at: name, of: [type], message)
    }
  }

  /// Members in which a projection has got its local variable.
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
    // A property that isn't declared on each platform is only mentioned where it was.
    if mayBeLocal, !isHidden, node.is(DeclReferenceExprSyntax.self), let body = ViewBody(around: node),
      walk.source.isFirstInLine(body.first.startOffset)
    {
      let key = BoundMembers.BoundMember(member: body.brace.id, property: property)
      guard walk.memo(BoundMembers.self).all.insert(key).inserted else { return }
      let text =
        walk.source.indentation(at: body.first.startOffset) + "@\(binding) var \(property) = \(property)"
        + walk.source.newline
      // After the brace's line, so that comments before the first statement stay with it.
      let start = walk.source.nextLineStart(of: body.brace.startOffset)
      walk.change(id, at: node, of: types, [walk.inserting(text, at: start)], Message.isBound(property))
    } else {
      let edit = walk.replacing(node, with: "\(binding)(\(isHidden ? "self." : "")\(property))")
      walk.change(id, at: node, of: types, [edit], Message.isBound(property))
    }
  }
}
