import SwiftSyntax

/// Bindings made from the projections of objects.
extension ViewWrapperRule {
  /// `$model.name`, `self.$model.name`
  static func inspectProjection(_ node: ExprSyntax, _ walk: Walk, _ facts: inout Facts) {
    guard node.isBase, let projection = Projection(node, walk) else { return }
    let property = projection.property
    for (member, scope, owner) in projection.members {
      guard let types = walk.modelTypes(in: walk.table.type(of: member, in: scope)), !types.isEmpty else { continue }
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
          let edit = edit(binding: node, property, by: walk.qualified(binding), inVariable: mayBeLocal, walk)
          guard let edit else { continue }
          walk.change(id(wrapper), at: node, of: types, [edit], "Bindings of `\(property)` are made by `Bindable`.")
        case .key, .wrapper: continue
        }
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

  /// Makes the binding of a projection; nil if a variable for it is declared already.
  private static func edit(
    binding node: ExprSyntax,
    _ property: String,
    by binding: String,
    inVariable mayBeLocal: Bool,
    _ walk: Walk
  ) -> Edit? {
    let isHidden = walk.names.isLocal(property)
    // A property without a declaration on each platform is only mentioned in its place.
    guard mayBeLocal, !isHidden, node.is(DeclReferenceExprSyntax.self), let body = ViewBody(around: node),
      walk.source.isFirstInLine(body.first.startOffset)
    else { return walk.replacing(node, with: "\(binding)(\(isHidden ? "self." : "")\(property))") }
    let key = BoundMembers.BoundMember(member: body.brace.id, property: property)
    guard walk.memo(BoundMembers.self).all.insert(key).inserted else { return nil }
    let indentation = walk.source.indentation(at: body.first.startOffset)
    let text = indentation + "@\(binding) var \(property) = \(property)" + walk.source.newline
    // Behind the line of the brace: comments stay with the first statement.
    return walk.inserting(text, at: walk.source.nextLineStart(of: body.brace.startOffset))
  }
}
