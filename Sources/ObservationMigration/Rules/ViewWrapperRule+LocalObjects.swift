import SwiftSyntax

/// Objects that a view makes each time that it makes its content, and that nothing observed.
extension ViewWrapperRule {
  /// Reports a local variable with a new object, if the view's content depends on what changes in the object.
  static func inspectLocalObject(_ node: VariableDeclSyntax, _ walk: Walk) {
    guard !node.isMember, node.attributes.isEmpty, let view = walk.names.enclosingType, walk.table.isView(view),
      !node.ancestorsInMember.contains(where: { $0.as(ClosureExprSyntax.self)?.isAction == true })
    else { return }
    let function = node.ancestor(MemberBlockItemSyntax.self).flatMap { item -> String? in
      if let function = item.decl.as(FunctionDeclSyntax.self) { return function.name.identifierText }
      return item.decl.as(VariableDeclSyntax.self)?.bindings.first?.pattern.trimmedText
    }
    guard let function else { return }
    for binding in node.bindings {
      guard let name = binding.pattern.boundNames.first, let value = binding.initializer?.value,
        value.createdType(for: binding.typeAnnotation?.type.trimmedText) != nil,
        case .type(let type) = walk.type(of: binding), walk.models[type] == .model
      else { continue }
      let reads = walk.project.reach.reads(of: walk.table.types[view], in: walk.file)
      let property = reads.accesses.compactMap(\.baseAndName).filter { $0.base == name }.map(\.name).sorted().first {
        isFollowed($0, of: type, walk)
      }
      guard let property else { continue }
      walk.review(
        "state-object",
        at: binding.pattern,
        of: [type],
        """
        `\(function)` makes a new `\(walk.name(type))` each time that it runs, and reads `\(property)`. Nothing observed \
        the object so far. Now a change of `\(property)` updates the view, which replaces the object. Keep the object in a \
        `@State` property.
        """
      )
    }
  }

  /// Whether a property is tracked, and code changes it after the object was made.
  private static func isFollowed(_ name: String, of type: TypeSymbol.ID, _ walk: Walk) -> Bool {
    guard let (member, scope) = walk.table.property(name, of: type), member.isStored, !member.isLet,
      let owner = scope.types.last
    else { return false }
    let reach = walk.project.reach
    return reach.tracks(member, PropertyKey(type: owner, name: name), walk.table)
      && reach.changesLater(member, of: owner, walk.table)
  }
}
